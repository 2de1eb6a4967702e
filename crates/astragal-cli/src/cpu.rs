//! Limits the instruction sets that the algorithms use, and permits implementations with table lookups.

use astragal::hazmat::cpu::{Level, allow_table_lookups, limit};

use crate::exit::usage;

/// Allows implementations with table lookups if the environment variable `ASTRAGAL_TIMING` is `tables`.
pub(crate) fn timing_by_environment() -> anyhow::Result<()> {
    let Some(name) = std::env::var_os("ASTRAGAL_TIMING").filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    match name.to_str() {
        Some("constant") => {}
        Some("tables") => allow_table_lookups(),
        _ => {
            let name = name.to_string_lossy();
            return Err(usage(format_args!(
                "ASTRAGAL_TIMING is {name:?}; expected constant or tables"
            )));
        }
    }
    Ok(())
}

/// Caps the instruction sets at the level named in `ASTRAGAL_CPU`, if this variable is set and not empty.
pub(crate) fn limit_by_environment() -> anyhow::Result<()> {
    if let Some(name) = std::env::var_os("ASTRAGAL_CPU").filter(|name| !name.is_empty()) {
        limit(level("ASTRAGAL_CPU", &name.to_string_lossy())?);
    }
    Ok(())
}

/// Parses the name of an instruction-set level. `option` is the command-line option or environment variable that
/// contains the name, for error messages.
pub(crate) fn level(option: &str, name: &str) -> anyhow::Result<Level> {
    Level::from_name(name).ok_or_else(|| {
        let allowed = Level::ALL.map(Level::name).join(", ");
        usage(format_args!("{option} is {name:?}; expected one of {allowed}"))
    })
}

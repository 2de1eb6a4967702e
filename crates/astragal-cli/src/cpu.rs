//! Caps on the instruction sets.

use astragal::hazmat::cpu::{Level, limit};

use crate::exit::usage;

/// Caps the instruction sets at the level in `ASTRAGAL_CPU`, if it is set and not empty.
pub(crate) fn limit_by_environment() -> anyhow::Result<()> {
    if let Some(name) = std::env::var_os("ASTRAGAL_CPU").filter(|name| !name.is_empty()) {
        limit(level("ASTRAGAL_CPU", &name.to_string_lossy())?);
    }
    Ok(())
}

/// Parses the name of a level. Error messages mention `option`, the option or variable that contains the name.
pub(crate) fn level(option: &str, name: &str) -> anyhow::Result<Level> {
    Level::from_name(name).ok_or_else(|| {
        let allowed = Level::ALL.map(Level::name).join(", ");
        usage(format_args!("{option} is {name:?}; expected one of {allowed}"))
    })
}

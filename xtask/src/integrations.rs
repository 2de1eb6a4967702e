//! Tests the programs in the folders of `examples/`, which use astragal in place of another library.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::files::{empty_folder, entries, stem};
use crate::run::{built, root, target_path, text_of};
use crate::stages::{Missing, Stages};
use crate::{capi, python};

/// Exit status of a test script that needs a missing program. The last line of the script's output is then `WHAT is
/// missing; COMMAND`, where COMMAND installs the program.
const SKIPPED: i32 = 77;

/// Runs the script `test` in each folder of `examples/`.
pub(crate) fn stages(stages: &mut Stages) {
    let Some(prefix) = stages
        .run("C library for the integrations", || capi::installed("integrations", None, false))
    else {
        return;
    };
    for folder in entries(&root().join("examples")).unwrap_or_default() {
        if folder.is_dir() {
            let name = format!("integration {}", stem(&folder));
            stages.run(&name, || test(&folder, &prefix));
        }
    }
}

fn test(folder: &Path, prefix: &Path) -> Result<()> {
    let (scratch, package) =
        (target_path("integrations/scratch"), target_path("integrations/python"));
    empty_folder(&scratch)?;
    python::stage(&package)?;
    let mut test = Command::new(folder.join("test"));
    test.current_dir(folder).env("ASTRAGAL_SCRATCH", scratch).env("ASTRAGAL_PREFIX", prefix);
    test.env("ASTRAGAL_PYTHON", python::interpreter("requirements-dev.txt")?)
        .env("PYTHONPATH", package);
    let output = test.env("ASTRAGAL_DIGEST", built("digest")?).output()?;
    let text = text_of(&output);
    match (output.status.code(), text.trim_end().rsplit('\n').next().unwrap_or_default()) {
        (Some(0), _) => Ok(()),
        (Some(SKIPPED), last) => {
            let (what, remedy) = last.split_once(" is missing; ").unwrap_or((last, ""));
            bail!(Missing::new(what, remedy))
        }
        _ => bail!("{text}"),
    }
}

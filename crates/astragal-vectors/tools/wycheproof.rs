//! Test cases of Project Wycheproof in the vector format, for the tests of the library and of the C interface.

use std::path::Path;
use std::process::Command;

/// Returns Wycheproof's cases, converted by `wycheproof.py`. The archive is in the folder `shared` next to the
/// repository. If the archive or Python is missing, prints the reason and returns `None`.
pub(crate) fn wycheproof() -> Option<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let archive = crates.join("../../shared/wycheproof/vectors.tar.xz");
    if !archive.is_file() {
        println!("skipped: {} is missing", archive.display());
        return None;
    }
    let script = crates.join("astragal-vectors/tools/wycheproof.py");
    let Ok(output) = Command::new("python3").arg(script).arg(archive).output() else {
        println!("skipped: python3 is missing");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("vectors are UTF-8"))
}

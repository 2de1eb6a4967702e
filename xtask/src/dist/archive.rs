//! Archives that are the same whenever and wherever they are made: names in order, one time, no owner.

use std::process::Command;

use anyhow::Result;

use super::Dist;
use crate::run::run;

/// Packs the folder of this name in the stage, by GNU tar and gzip.
pub(super) fn tar(dist: &Dist, name: &str) -> Result<()> {
    let file = dist.folder.join(format!("{name}.tar"));
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=ustar", "--sort=name", "--owner=0", "--group=0"]);
    tar.args([
        "--numeric-owner",
        "--mode=u+rw,go+r-w",
        &format!("--mtime=@{}", dist.epoch),
        "--file",
    ]);
    run(tar.arg(&file).arg("--directory").arg(&dist.stage).arg(name))?;
    run(Command::new("gzip").args(["--best", "--no-name", "--force"]).arg(&file))
}

//! The library's ABI against that of the last release, by `abidiff` of Debian's abigail-tools: no function may go, and
//! no type of the header change, as long as the soname stays.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::install::promise;
use crate::run::{For, cargo, command, run, target_path};
use crate::stages::{Missing, need};

/// Compares the library in `prefix` with that of the last tag of the same promise, where there is one.
pub(super) fn compare(prefix: &Path) -> Result<()> {
    let tags = command("git", &["tag", "--list", "--sort=-version:refname"]).output()?;
    let tags = String::from_utf8_lossy(&tags.stdout).into_owned();
    let Some(tag) = last_of(&tags, &promise()) else {
        bail!(Missing::inapplicable(&format!("there is no release of {} yet", promise())));
    };
    need("abidiff", "abigail-tools")?;
    let folder = target_path("capi/release").join(tag);
    let (sources, released) = (folder.join("sources"), folder.join("prefix"));
    if !released.exists() {
        run(command("git", &["worktree", "add", "--force", "--detach"]).arg(&sources).arg(tag))?;
        let mut build = cargo(&["xtask", "install", "--prefix"]);
        let built = run(For::Checks.tell(build.arg(&released).current_dir(&sources)));
        run(command("git", &["worktree", "remove", "--force"]).arg(&sources))?;
        built?;
    }
    let mut diff = Command::new("abidiff");
    diff.arg("--no-added-syms");
    diff.arg("--headers-dir1").arg(released.join("include"));
    diff.arg("--headers-dir2").arg(prefix.join("include"));
    run(diff.args([&released, prefix].map(|side| side.join("lib/libastragal.so"))))
}

/// The first of the tags, newest first, whose version keeps the promise.
fn last_of<'a>(tags: &'a str, promise: &str) -> Option<&'a str> {
    let keeps = |tag: &&str| {
        let version = tag.strip_prefix('v').unwrap_or(tag);
        version.strip_prefix(promise).is_some_and(|rest| rest.starts_with('.'))
    };
    tags.lines().find(keeps)
}

#[cfg(test)]
mod tests {
    use super::last_of;

    #[test]
    fn finds_the_last_release_of_the_series() {
        let tags = "v0.11.0\nv0.2.0\nv0.1.3\nv0.1.2\n";
        assert_eq!(last_of(tags, "0.1"), Some("v0.1.3"));
        assert_eq!(last_of("1.4.0\n0.1.0\n", "1"), Some("1.4.0"));
        assert_eq!(last_of("v0.11.0\n", "0.1"), None);
    }
}

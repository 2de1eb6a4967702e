//! How the files stand to the list, told and counted.

use std::ffi::OsStr;
use std::io::Write as _;

use crate::cli::AuditArgs;
use crate::console::{Out, coloured};
use crate::exit::{Exit, complain};
use crate::format::{write_json_name, write_name};

/// How a file stands to the list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing<'a> {
    Ok,
    Changed,
    /// Its content differs, its size and time of change do not.
    Damaged,
    New,
    Missing,
    /// It had this name.
    Moved(&'a OsStr),
}

/// Counts what it tells.
pub(super) struct Report<'a> {
    arguments: &'a AuditArgs,
    ok: u64,
    changed: u64,
    damaged: u64,
    new: u64,
    missing: u64,
    moved: u64,
    pub(super) unreadable: u64,
}

impl<'a> Report<'a> {
    pub(super) fn new(arguments: &'a AuditArgs) -> Self {
        Self {
            arguments,
            ok: 0,
            changed: 0,
            damaged: 0,
            new: 0,
            missing: 0,
            moved: 0,
            unreadable: 0,
        }
    }

    /// Counts the file, and writes its line if it is wanted.
    pub(super) fn tell(
        &mut self,
        to: &mut Out,
        name: &OsStr,
        standing: Standing<'_>,
    ) -> anyhow::Result<()> {
        let (count, word) = match standing {
            Standing::Ok => (&mut self.ok, "ok"),
            Standing::Changed => (&mut self.changed, "changed"),
            Standing::Damaged => (&mut self.damaged, "damaged"),
            Standing::New => (&mut self.new, "new"),
            Standing::Missing => (&mut self.missing, "missing"),
            Standing::Moved(_) => (&mut self.moved, "moved"),
        };
        *count += 1;
        let is_good = standing == Standing::Ok;
        if self.arguments.status || (is_good && !self.arguments.verbose) {
            return Ok(());
        }
        if self.arguments.json {
            to.write_all(b"{")?;
            write_json_name(to, "path", name)?;
            if let Standing::Moved(before) = standing {
                to.write_all(b",")?;
                write_json_name(to, "from", before)?;
            }
            writeln!(to, ",\"status\":\"{word}\"}}")?;
            return Ok(());
        }
        let blanks = " ".repeat(9 - word.len());
        write!(to, "{}{blanks}", coloured(word, is_good))?;
        if let Standing::Moved(before) = standing {
            write_name(to, before)?;
            write!(to, " -> ")?;
        }
        write_name(to, name)?;
        Ok(to.write_all(b"\n")?)
    }

    /// Whether a listed file was found under its name.
    pub(super) fn has_met_listed(&self) -> bool {
        self.ok + self.changed + self.damaged > 0
    }

    /// Writes the summary, and gives the outcome.
    pub(super) fn conclude(&self, to: &mut Out) -> anyhow::Result<Exit> {
        let Self { arguments, ok, changed, damaged, new, missing, moved, unreadable } = self;
        let AuditArgs { update, accept, .. } = arguments;
        if !arguments.status && !arguments.json {
            write!(to, "{ok} ok, {changed} changed, {new} new, {missing} missing, {moved} moved")?;
            if *damaged > 0 {
                write!(to, ", {damaged} damaged")?;
            }
            if *unreadable > 0 {
                write!(to, ", {unreadable} not readable")?;
            }
            if *accept {
                write!(to, "; {} accepted", changed + damaged + missing + moved)?;
            }
            if *update {
                let appended = if *accept { *new } else { new + moved };
                write!(to, "; {appended} appended")?;
            }
            writeln!(to)?;
        }
        to.flush()?;
        if !self.has_met_listed() && missing + moved == 0 && *unreadable == 0 && !update {
            complain("none of the files listed is in these folders");
            return Ok(Exit::Bad);
        }
        let is_new_bad = *new > 0 && !update && !arguments.allow_new;
        let is_old_bad = changed + damaged + missing + moved > 0 && !accept;
        let is_bad = *unreadable > 0 || is_new_bad || is_old_bad;
        Ok(if is_bad { Exit::Bad } else { Exit::Good })
    }
}

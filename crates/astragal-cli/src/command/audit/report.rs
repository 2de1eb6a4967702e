//! Prints the results of an audit and counts them.

use std::ffi::OsStr;
use std::io::Write as _;

use crate::cli::AuditArgs;
use crate::console::{Out, colored};
use crate::exit::Exit;
use crate::format::{write_json_name, write_name};
use crate::message::print_message;

/// Result of an audit for one file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FileStatus<'a> {
    Ok,
    Changed,
    /// The file's content differs, although its size and modification time are unchanged.
    Damaged,
    New,
    Missing,
    /// Moved file, with its old name.
    Moved(&'a OsStr),
}

/// Result counts for an audit.
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

    /// Counts the result of a file, and prints a line for it if the options require one.
    pub(super) fn add(
        &mut self,
        out: &mut Out,
        name: &OsStr,
        status: FileStatus<'_>,
    ) -> anyhow::Result<()> {
        let (count, word) = match status {
            FileStatus::Ok => (&mut self.ok, "ok"),
            FileStatus::Changed => (&mut self.changed, "changed"),
            FileStatus::Damaged => (&mut self.damaged, "damaged"),
            FileStatus::New => (&mut self.new, "new"),
            FileStatus::Missing => (&mut self.missing, "missing"),
            FileStatus::Moved(_) => (&mut self.moved, "moved"),
        };
        *count += 1;
        let is_success = status == FileStatus::Ok;
        if self.arguments.status || (is_success && !self.arguments.verbose) {
            return Ok(());
        }
        if self.arguments.json {
            out.write_all(b"{")?;
            write_json_name(out, "path", name)?;
            if let FileStatus::Moved(before) = status {
                out.write_all(b",")?;
                write_json_name(out, "from", before)?;
            }
            writeln!(out, ",\"status\":\"{word}\"}}")?;
            return Ok(());
        }
        let blanks = " ".repeat(9 - word.len());
        write!(out, "{}{blanks}", colored(word, is_success))?;
        if let FileStatus::Moved(before) = status {
            write_name(out, before)?;
            write!(out, " -> ")?;
        }
        write_name(out, name)?;
        Ok(out.write_all(b"\n")?)
    }

    /// Returns whether any listed file was found under its listed name.
    pub(super) fn has_listed(&self) -> bool {
        self.ok + self.changed + self.damaged > 0
    }

    /// Prints the summary and returns the outcome.
    pub(super) fn finish(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let Self { arguments, ok, changed, damaged, new, missing, moved, unreadable } = self;
        let AuditArgs { update, accept, .. } = arguments;
        if !arguments.status && !arguments.json {
            write!(out, "{ok} ok, {changed} changed, {new} new, {missing} missing, {moved} moved")?;
            if *damaged > 0 {
                write!(out, ", {damaged} damaged")?;
            }
            if *unreadable > 0 {
                write!(out, ", {unreadable} unreadable")?;
            }
            if *accept {
                write!(out, "; {} accepted", changed + damaged + missing + moved)?;
            }
            if *update {
                let appended = if *accept { *new } else { new + moved };
                write!(out, "; {appended} appended")?;
            }
            writeln!(out)?;
        }
        out.flush()?;
        if !self.has_listed() && missing + moved == 0 && *unreadable == 0 && !update {
            print_message("no listed file is below these directories");
            return Ok(Exit::Failure);
        }
        let is_new_bad = *new > 0 && !update && !arguments.allow_new;
        let is_old_bad = changed + damaged + missing + moved > 0 && !accept;
        let is_bad = *unreadable > 0 || is_new_bad || is_old_bad;
        Ok((!is_bad).into())
    }
}

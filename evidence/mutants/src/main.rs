//! Mutation testing of the library: `mutants FAMILY…`. All changes to a family's portable code are compiled into the
//! same test program, which selects one of them at run time. Hundreds of mutants can therefore be judged in minutes.
//! Lists the mutants that no test detects, and fails if `equivalent.txt` gives no reason for one of them.

mod accepted;
mod build;
mod cfg;
mod emit;
mod families;
mod find;
mod judge;
mod mutant;
mod operators;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::accepted::Entry;
use crate::build::Copy;
use crate::families::{EVERYTHING, FAMILIES, Family, is_excluded};
use crate::find::{Found, find};
use crate::judge::{Judge, Verdict, root};
use crate::mutant::Mutant;

/// Option to judge mutants only with the test programs of their own family, which is faster but detects fewer mutants.
const ALONE: &str = "--alone";

/// Test programs of the first build, which enables only the features of one family.
const FIRST: [&str; 2] = ["kat", "all"];

/// Test programs of the second build, which enables the features of all families.
const SECOND: [&str; 4] = ["kat", "all", "state", "zeroize"];

fn main() -> ExitCode {
    match perform(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(arguments: &[String]) -> Result<()> {
    let (options, names): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| argument.starts_with("--"));
    if let Some(option) = options.iter().find(|option| **option != ALONE) {
        bail!("unknown option {option}; the only option is {ALONE}");
    }
    let known: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("unknown family {name}; one of {}", known.join(", "));
    }
    let root = root()?;
    let copy = Copy::new(&root)?;
    let chosen =
        |family: &&Family| names.is_empty() || names.iter().any(|name| *name == family.name);
    let mut runs = Vec::new();
    let (mut number, mut wrong) = (0, 0);
    for family in FAMILIES.iter().filter(chosen) {
        let mut run = FamilyRun::new(family, &copy, &mut number)?;
        if family.features != EVERYTHING {
            let (programs, removed) = copy.build(&mut run.open, family.features, &FIRST)?;
            run.removed = removed.len();
            run.judge(&Judge::new(&copy, &programs, false)?);
        }
        if !options.is_empty() {
            wrong += run.report(&accepted::read(&root)?);
        }
        runs.push(run);
    }
    // The second build contains, for all families, the mutants that no test has detected yet.
    let mut rest: Vec<Mutant> = runs.iter().flat_map(|run| run.open.iter().cloned()).collect();
    if options.is_empty() {
        let (programs, removed) = copy.build(&mut rest, EVERYTHING, &SECOND)?;
        let judge = Judge::new(&copy, &programs, true)?;
        for run in &mut runs {
            let before = run.open.len();
            run.open.retain(|open| !removed.iter().any(|removed| removed.number == open.number));
            run.removed += before - run.open.len();
            run.judge(&judge);
            wrong += run.report(&accepted::read(&root)?);
        }
    }
    if wrong > 0 {
        bail!("{wrong} lines above need a test or a reason in evidence/mutants/equivalent.txt");
    }
    Ok(())
}

/// The mutants of a family, and the results so far.
struct FamilyRun {
    family: &'static Family,
    total: usize,
    /// Number of changes that were left out, by reason.
    skipped: BTreeMap<&'static str, u64>,
    /// Number of mutants that do not compile.
    removed: usize,
    caught: usize,
    timed_out: usize,
    /// Mutants that no test has detected so far.
    open: Vec<Mutant>,
    /// Numbers of the mutants that no test executes.
    unreached: BTreeSet<u32>,
    seconds: f64,
}

impl FamilyRun {
    /// Finds the mutants of a family. Numbers them consecutively, starting after `number`, and sets `number` to the
    /// last number used.
    fn new(family: &'static Family, copy: &Copy, number: &mut u32) -> Result<Self> {
        let Found { mut mutants, skipped } = mutants_of(family, copy)?;
        for mutant in &mut mutants {
            *number += 1;
            mutant.number = *number;
        }
        eprintln!("{}: {} mutants", family.name, mutants.len());
        Ok(Self {
            family,
            total: mutants.len(),
            skipped,
            removed: 0,
            caught: 0,
            timed_out: 0,
            open: mutants,
            unreached: BTreeSet::new(),
            seconds: 0.0,
        })
    }

    /// Judges the open mutants.
    fn judge(&mut self, judge: &Judge) {
        let start = Instant::now();
        let verdicts = judge.judge(&self.open);
        let verdict = |mutant: &Mutant| verdicts[&mutant.number];
        let count = |what| self.open.iter().filter(|mutant| verdict(mutant) == what).count();
        self.caught += count(Verdict::Caught);
        self.timed_out += count(Verdict::TimedOut);
        let unreached = self.open.iter().filter(|m| verdict(m) == Verdict::Unreached);
        self.unreached = unreached.map(|mutant| mutant.number).collect();
        self.open.retain(|m| matches!(verdict(m), Verdict::Survived | Verdict::Unreached));
        self.seconds += start.elapsed().as_secs_f64();
        eprintln!("{}: {} remain after {:.0} s", self.family.name, self.open.len(), self.seconds);
    }

    /// Prints the surviving mutants without an accepted reason, the list entries that match no survivor, and the
    /// counts. Returns the number of mutants and entries printed.
    fn report(&self, entries: &[Entry]) -> usize {
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        let mut wrong = 0;
        for mutant in &self.open {
            let is_unreached = self.unreached.contains(&mutant.number);
            if let Some(entry) = entries.iter().find(|entry| entry.covers(mutant)) {
                *kinds.entry(&entry.kind).or_default() += 1;
            } else if is_unreached && mutant.is_const {
                *kinds.entry("evaluated by the compiler").or_default() += 1;
            } else {
                wrong += 1;
                println!("{} {mutant}", if is_unreached { "unreached" } else { "survived" });
            }
        }
        for entry in entries.iter().filter(|entry| is_in(self.family, entry.file())) {
            if !self.open.iter().any(|mutant| entry.covers(mutant)) {
                wrong += 1;
                println!("not a survivor: {}", entry.name);
            }
        }
        let listed = kinds.iter().map(|(kind, count)| format!("{count} {kind}"));
        let skipped = self.skipped.iter().map(|(reason, count)| format!("{count} {reason}"));
        println!(
            "{}: {} mutants: {} detected ({} by a time limit), {} not ({}); {} do not compile; not made: {}; {:.0} s",
            self.family.name,
            self.total - self.removed,
            self.caught + self.timed_out,
            self.timed_out,
            self.open.len(),
            listed.collect::<Vec<_>>().join(", "),
            self.removed,
            skipped.collect::<Vec<_>>().join(", "),
            self.seconds
        );
        wrong
    }
}

fn is_in(family: &Family, file: &str) -> bool {
    family.paths.iter().any(|path| {
        file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/') || rest == ".rs")
    })
}

/// Returns the mutants in the source files of a family that are compiled with the family's features.
fn mutants_of(family: &Family, copy: &Copy) -> Result<Found> {
    let conditions = copy.conditions(family.features)?;
    let mut found = Found::default();
    let mut files = BTreeSet::new();
    cfg::modules("lib.rs", &|file| copy.source(file), &conditions, &mut files)?;
    for file in files.iter().filter(|file| is_in(family, file) && !is_excluded(file)) {
        find(file, &copy.source(file)?, &conditions, &mut found)?;
    }
    Ok(found)
}

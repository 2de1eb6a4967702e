//! Mutation testing of the library: `mutants FAMILY…`. All changes to a family's portable code are compiled into the
//! same test program, which selects one of them at run time. Hundreds of mutants can therefore be judged in minutes.
//! Lists the mutants that no test detects, and fails if `equivalent.txt` gives no reason for one of them. An interrupted
//! run continues where it stopped. `CARGO_BUILD_JOBS` limits the number of processes.

mod accepted;
mod build;
mod cfg;
mod emit;
mod families;
mod find;
mod judge;
mod measurements;
mod mutant;
mod operators;
mod results;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{Result, bail};

use crate::accepted::Entry;
use crate::build::Copy;
use crate::families::{EVERYTHING, FAMILIES, Family, is_excluded};
use crate::find::{Found, find};
use crate::judge::{Judge, Verdict, root};
use crate::mutant::Mutant;
use crate::results::Results;

/// Option to judge mutants only with the test programs of their own family, which is faster but detects fewer mutants.
const ALONE: &str = "--alone";

/// Option to judge mutants only with the test programs of the whole library, which needs one build for all families.
const WHOLE: &str = "--whole";

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
    if let Some(option) = options.iter().find(|option| ![ALONE, WHOLE].contains(&option.as_str())) {
        bail!("unknown option {option}; the options are {ALONE} and {WHOLE}");
    }
    let has = |option: &str| options.iter().any(|other| *other == option);
    let known: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("unknown family {name}; one of {}", known.join(", "));
    }
    let root = root()?;
    let copy = Copy::new(&root)?;
    let entries = accepted::read(&root)?;
    let mut results = Results::open(&copy, accepted::read(&root)?)?;
    let chosen =
        |family: &&Family| names.is_empty() || names.iter().any(|name| *name == family.name);
    let mut runs = Vec::new();
    let mut number = 0;
    for family in FAMILIES.iter().filter(chosen) {
        runs.push(FamilyRun::new(family, &copy, &mut results, &mut number)?);
    }
    if !has(WHOLE) {
        for run in runs.iter_mut().filter(|run| run.family.features != EVERYTHING) {
            let family = run.family;
            let slice = std::slice::from_mut(run);
            judge(slice, &copy, &results, family.name, family.features, &FIRST)?;
        }
    }
    // The second build judges the mutants of all families that no test has detected yet.
    if !has(ALONE) {
        judge(&mut runs, &copy, &results, "whole", EVERYTHING, &SECOND)?;
    }
    let wrong: usize = runs.iter().map(|run| run.report(&entries)).sum();
    if wrong > 0 {
        bail!("{wrong} lines above need a test or a reason in evidence/mutants/equivalent.txt");
    }
    Ok(())
}

/// Builds the open mutants of `runs` with `features`, and judges them with the test programs `tests`. `scope` names the
/// tests in the stored results.
fn judge(
    runs: &mut [FamilyRun],
    copy: &Copy,
    results: &Results,
    scope: &str,
    features: &str,
    tests: &[&str],
) -> Result<()> {
    for run in &mut *runs {
        run.verdicts.clear();
        for mutant in &run.open {
            if let Some(verdict) = results.get(mutant, scope) {
                run.verdicts.insert(mutant.number, verdict);
            }
        }
    }
    let is_new = |run: &FamilyRun, mutant: &Mutant| !run.verdicts.contains_key(&mutant.number);
    let mut open: BTreeSet<u32> = BTreeSet::new();
    for run in &*runs {
        open.extend(run.open.iter().filter(|mutant| is_new(run, mutant)).map(|m| m.number));
    }
    let verdicts = Mutex::new(BTreeMap::new());
    let report = |mutant: &Mutant, verdict: Verdict| {
        results.put(mutant, scope, verdict);
        if matches!(verdict, Verdict::Survived | Verdict::Unreached) {
            eprintln!("{}: {mutant}", verdict.name());
        }
        verdicts.lock().expect("no thread panics").insert(mutant.number, verdict);
    };
    if !open.is_empty() {
        // Also contains the mutants that are already judged. A resumed run then need not compile the library again.
        let mut all: Vec<Mutant> = runs.iter().flat_map(|run| run.all.iter().cloned()).collect();
        let programs = copy.build(&mut all, features, tests, |mutant| {
            report(mutant, Verdict::NotCompiled);
        })?;
        let judge = Judge::new(copy, &programs, features == EVERYTHING)?;
        let is_listed = |mutant: &Mutant| results.is_listed(mutant);
        let open: Vec<&Mutant> = all.iter().filter(|m| open.contains(&m.number)).collect();
        judge.judge(&open, is_listed, report);
    }
    let verdicts = verdicts.into_inner()?;
    for run in runs {
        run.settle(&verdicts);
    }
    Ok(())
}

/// The mutants of a family, and the results so far.
struct FamilyRun {
    family: &'static Family,
    total: usize,
    /// Number of changes for which no mutant was made, by reason.
    skipped: BTreeMap<&'static str, u64>,
    /// Number of mutants that do not compile.
    removed: usize,
    caught: usize,
    timed_out: usize,
    /// Mutants that compile, as far as known.
    all: Vec<Mutant>,
    /// Mutants that no test has detected so far.
    open: Vec<Mutant>,
    /// Last verdicts on the open mutants.
    verdicts: BTreeMap<u32, Verdict>,
}

impl FamilyRun {
    /// Finds the mutants of a family, and takes the results of earlier runs. Numbers the mutants consecutively,
    /// starting after `number`, and sets `number` to the last number used.
    fn new(
        family: &'static Family,
        copy: &Copy,
        results: &mut Results,
        number: &mut u32,
    ) -> Result<Self> {
        let Found { mut mutants, skipped } = mutants_of(family, copy)?;
        results.add_sources(copy, &mutants)?;
        for mutant in &mut mutants {
            *number += 1;
            mutant.number = *number;
        }
        let mut run = Self {
            family,
            total: mutants.len(),
            skipped,
            removed: 0,
            caught: 0,
            timed_out: 0,
            all: mutants.clone(),
            open: mutants,
            verdicts: BTreeMap::new(),
        };
        let known =
            run.open.iter().filter_map(|mutant| Some((mutant.number, results.get(mutant, "any")?)));
        run.settle(&known.collect());
        eprintln!("{}: {} mutants, {} to judge", family.name, run.total, run.open.len());
        Ok(run)
    }

    /// Adds verdicts, and removes from the open mutants those that were detected or do not compile.
    fn settle(&mut self, verdicts: &BTreeMap<u32, Verdict>) {
        for mutant in &self.open {
            if let Some(verdict) = verdicts.get(&mutant.number) {
                self.verdicts.insert(mutant.number, *verdict);
            }
        }
        let verdict = |mutant: &Mutant| self.verdicts.get(&mutant.number).copied();
        let count = |what| self.open.iter().filter(|mutant| verdict(mutant) == Some(what)).count();
        self.caught += count(Verdict::Caught);
        self.timed_out += count(Verdict::TimedOut);
        self.removed += count(Verdict::NotCompiled);
        self.all.retain(|mutant| self.verdicts.get(&mutant.number) != Some(&Verdict::NotCompiled));
        let is_open =
            |verdict| matches!(verdict, None | Some(Verdict::Survived | Verdict::Unreached));
        let open = self.open.iter().filter(|mutant| is_open(verdict(mutant))).cloned().collect();
        self.open = open;
    }

    /// Prints the surviving mutants without an accepted reason, the list entries that match no survivor, and the
    /// counts. Returns the number of mutants and entries printed.
    fn report(&self, entries: &[Entry]) -> usize {
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        let mut wrong = 0;
        for mutant in &self.open {
            let is_unreached = self.verdicts.get(&mutant.number) == Some(&Verdict::Unreached);
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
            "{}: {} mutants: {} detected ({} by a time limit), {} not ({}); {} do not compile; not made: {}",
            self.family.name,
            self.total - self.removed,
            self.caught + self.timed_out,
            self.timed_out,
            self.open.len(),
            listed.collect::<Vec<_>>().join(", "),
            self.removed,
            skipped.collect::<Vec<_>>().join(", ")
        );
        wrong
    }
}

fn is_in(family: &Family, file: &str) -> bool {
    family.paths.iter().any(|path| {
        file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/') || rest == ".rs")
    })
}

/// Returns the mutants of a family: those in the family's source files, in code that the family's features enable.
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

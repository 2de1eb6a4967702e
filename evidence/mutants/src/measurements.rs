//! Measurements of the tests of one program: the processor time, and the mutants that each test executes. They are
//! stored beside the program, so that an interrupted run does not measure again.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::sync::Mutex;

use anyhow::Result;

use crate::build::Program;
use crate::judge::{Passed, Test};

pub(crate) struct Measurements {
    file: Mutex<File>,
    lines: Vec<String>,
    /// Hash of the program, with which each of its lines starts.
    hash: String,
}

impl Measurements {
    pub(crate) fn open(program: &Program) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        fs::read(&program.path)?.hash(&mut hasher);
        let path = program.path.with_extension("measurements");
        let lines = fs::read_to_string(&path).unwrap_or_default();
        Ok(Self {
            file: Mutex::new(File::options().append(true).create(true).open(path)?),
            lines: lines.lines().map(str::to_owned).collect(),
            hash: format!("{:016x}", hasher.finish()),
        })
    }

    /// Sets the stored time and mutants of `test`, and returns its stored result. Returns `None` if the test has not
    /// been measured.
    pub(crate) fn get(&self, test: &mut Test) -> Option<Passed> {
        let start = format!("{}\t{}\t", self.hash, test.key());
        let line = self.lines.iter().find_map(|line| line.strip_prefix(&start))?;
        let mut fields = line.split('\t');
        let passed = match fields.next()? {
            "passed" => Some(true),
            "failed" => Some(false),
            _ => None,
        };
        test.seconds = fields.next()?.parse().ok()?;
        test.reached = fields.next()?.split(' ').filter_map(|n| n.parse().ok()).collect();
        Some(passed)
    }

    /// Stores the measurement of `test`.
    pub(crate) fn put(&self, test: &Test, passed: Passed) {
        let result = match passed {
            Some(true) => "passed",
            Some(false) => "failed",
            None => "timed out",
        };
        let numbers: Vec<String> = test.reached.iter().map(u32::to_string).collect();
        let (name, seconds) = (test.key(), test.seconds);
        let line = format!("{}\t{name}\t{result}\t{seconds}\t{}\n", self.hash, numbers.join(" "));
        let mut file = self.file.lock().expect("no thread panics");
        file.write_all(line.as_bytes()).expect("the file is writable");
    }
}

//! Compares the outputs that a program computes at several instruction-set levels. Outputs are compared as functions of
//! the program's unknown inputs.
//!
//! The program prints a line with the word `operation` and the operation's kind, name and size. It then runs the
//! operation once per level, and after each run prints a line with the word `level`, the level and the backend's name.
//! The outputs at each later level are compared with the outputs at the first level.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};

use crate::graph::{Bit, UNKNOWN, is_constant};
use crate::machine::Machine;
use crate::symbolic::Run;
use crate::symbols::Symbols;

#[derive(Default)]
pub struct Comparison {
    operation: String,
    reference: Option<Vec<Bit>>,
}

impl Comparison {
    /// Handles a line that the program has printed. Returns the text that the interpreter prints in its place.
    pub fn line(&mut self, machine: &mut Machine, symbols: &Symbols, line: &str) -> Result<String> {
        let symbolic = machine.symbolic.as_mut().context("the run is not symbolic")?;
        if let Some(operation) = line.strip_prefix("operation\t") {
            symbolic.clear();
            *self = Self { operation: operation.to_owned(), reference: None };
            return Ok(String::new());
        }
        let Some(level) = line.strip_prefix("level\t") else { return Ok(format!("{line}\n")) };
        let run = symbolic.end_run();
        let verdict = match &self.reference {
            _ if run.outputs.is_empty() => "unknown: nothing was published".to_owned(),
            _ if run.branch.is_some() || run.outputs.contains(&UNKNOWN) => unknown(&run, symbols),
            None => "reference".to_owned(),
            Some(reference) if reference.contains(&UNKNOWN) => "unknown: no reference".to_owned(),
            Some(reference) => {
                let places: Vec<usize> = (0..reference.len().max(run.outputs.len()))
                    .filter(|&n| reference.get(n) != run.outputs.get(n))
                    .collect();
                let differs = |&&n: &&usize| match (reference.get(n), run.outputs.get(n)) {
                    (Some(&a), Some(&b)) => symbolic.graph.sample(a) != symbolic.graph.sample(b),
                    _ => true,
                };
                match (places.first(), places.iter().find(differs)) {
                    (None, _) => "equal".to_owned(),
                    (_, Some(n)) => format!("DIFFERS in byte {} of {}", n / 8, reference.len() / 8),
                    (Some(n), None) => {
                        format!("undecided: {} bits, the first in byte {}", places.len(), n / 8)
                    }
                }
            }
        };
        let bits = run.outputs.iter().filter(|&&bit| !is_constant(bit)).count();
        let text = format!("{}\t{level}\t{verdict}\t{bits}\n", self.operation);
        if self.reference.is_none() {
            self.reference = Some(run.outputs);
        }
        Ok(text)
    }
}

/// Returns the reason why some output bits of a run are unknown.
fn unknown(run: &Run, symbols: &Symbols) -> String {
    let mut text = "unknown:".to_owned();
    if let Some(ip) = run.branch {
        let _ = write!(text, " branch at {};", symbols.place(ip));
    }
    for (instruction, times) in run.unmodelled.iter().take(6) {
        let _ = write!(text, " {times} times {instruction};");
    }
    text
}

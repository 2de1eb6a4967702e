//! Interprets a static x86-64 program and tracks secrets through it, like valgrind's memcheck. Supports all
//! instructions that the library uses, including AVX-512, GFNI, VAES and SHA.
//!
//! `machine-code PROGRAM [ARGUMENT...]` prints the program's output. Below each line of output, it prints its findings
//! since the previous line. A finding is a dependence on a secret, or a number of secret bytes left on the stack. For a
//! dependence, the instruction, its function and its source line are printed.
//!
//! `machine-code --processor PROGRAM` compares the models of the program's instructions with the processor.
//! `machine-code --equality [--plant=KIND:PLACE] PROGRAM [ARGUMENT...]` compares the outputs of the program at several
//! instruction-set levels, for all values of its secrets. `machine-code --plant=KIND:PLACE PROGRAM [ARGUMENT...]`
//! plants a fault in the program, to test that it is reported.

mod equality;
mod graph;
mod instructions;
mod integer;
mod machine;
mod memory;
mod plant;
mod process;
mod processor;
mod symbolic;
mod symbols;
mod vector;
mod word;

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};

use crate::equality::Comparison;
use crate::machine::Machine;
use crate::symbolic::Symbolic;
use crate::symbols::Symbols;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the program and returns its exit code.
fn run(arguments: &[String]) -> Result<u8> {
    let count = arguments.iter().take_while(|argument| argument.starts_with("--")).count();
    let (options, arguments) = arguments.split_at(count);
    let path = arguments.first().context("missing argument PROGRAM")?;
    let file = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
    if options == ["--processor"] {
        return Ok(u8::from(!processor::compare(&file)?));
    }
    let passed = |(name, value): (String, String)| {
        (name.starts_with("ASTRAGAL_") || name.starts_with("RUST_"))
            .then(|| format!("{name}={value}"))
    };
    let environment: Vec<String> = std::env::vars().filter_map(passed).collect();
    let mut machine = process::load(&file, arguments, &environment)?;
    let symbols = Symbols::new(path)?;
    let mut comparison = None;
    for option in options {
        match option.strip_prefix("--plant=") {
            Some(fault) => machine.plant(fault, &file, Symbols::new(path)?)?,
            None => {
                ensure!(
                    option == "--equality",
                    "option {option} is unknown; use --processor, --equality or --plant"
                );
                machine.symbolic = Some(Box::new(Symbolic::new()));
                comparison = Some(Comparison::default());
            }
        }
    }
    let code = loop {
        let next = machine.fetch()?;
        let stepped = match machine.symbolic {
            Some(_) => machine.step_symbolic(next),
            None => machine.step(next),
        };
        stepped.with_context(|| symbols.place(next.instruction.ip()))?;
        if !machine.system.lines.is_empty() {
            match &mut comparison {
                Some(comparison) => {
                    for line in std::mem::take(&mut machine.system.lines) {
                        print!("{}", comparison.line(&mut machine, &symbols, &line)?);
                    }
                    std::io::stdout().flush()?;
                }
                None => print(&mut machine, &symbols)?,
            }
        }
        if let Some(code) = machine.system.exit {
            break code;
        }
    };
    eprintln!("{} instructions", machine.executed);
    Ok(code as u8)
}

/// Prints new lines of the program's output, followed by the findings since the previous output.
fn print(machine: &mut Machine, symbols: &Symbols) -> Result<()> {
    let mut out = std::io::stdout().lock();
    for line in machine.system.lines.drain(..) {
        writeln!(out, "{line}")?;
    }
    for ((ip, dependence), times) in std::mem::take(&mut machine.findings) {
        writeln!(out, "  {} {times} times, {}", dependence.name(), symbols.place(ip))?;
    }
    if machine.system.left > 0 {
        let (left, depth) = (machine.system.left, machine.system.left_depth);
        writeln!(out, "  remains {left} bytes, up to {depth} bytes below the caller")?;
        (machine.system.left, machine.system.left_depth) = (0, 0);
    }
    out.flush().map_err(Into::into)
}

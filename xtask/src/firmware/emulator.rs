//! Measures the instructions and the stack of a program by single-stepping an emulated ARM processor.

use std::io::{BufRead as _, BufReader};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::run::output;

/// Cost of one call of the function `program`.
#[derive(Default, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) instructions: usize,
    /// Maximum stack depth in bytes.
    pub(super) stack: usize,
}

/// Runs the program in `qemu-arm`, which prints the registers before each instruction. Returns the cost of the call to
/// the measured function. If `wipes` is true, fails unless the program wipes all of the stack that it uses.
pub(super) fn run(program: &Path, wipes: bool) -> Result<Run> {
    let symbols = Symbols::read(&output(Command::new("nm").arg("-S").arg(program))?)?;
    ensure!(!wipes || !symbols.wiper.is_empty(), "no function `platform::stack::zero`");
    let mut emulator = Command::new("qemu-arm")
        .args(["-singlestep", "-d", "cpu,nochain", "-D", "/dev/stdout"])
        .arg(program)
        .stdout(Stdio::piped())
        .spawn()?;
    let trace = emulator.stdout.take().context("the process has no stdout pipe")?;
    let mut watch = Watch { symbols, ..Watch::default() };
    for line in BufReader::new(trace).lines() {
        if let Some(registers) = Registers::read(&line?) {
            watch.see(&registers);
        }
    }
    let status = emulator.wait()?;
    ensure!(status.success(), "{} failed under qemu-arm: {status}", program.display());
    watch.result()
}

/// Addresses of the functions that this module looks for in the emulator's trace.
#[derive(Default)]
struct Symbols {
    /// Address of the measured function.
    program: u32,
    /// Address range of the function that wipes the stack. The range is empty if the program uses no keys and therefore
    /// wipes nothing.
    wiper: Range<u32>,
    /// Address ranges of functions such as `memset`, which the wiping function may call.
    fillers: Vec<Range<u32>>,
}

impl Symbols {
    fn read(shown: &str) -> Result<Self> {
        let mut symbols = Self::default();
        for line in shown.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [start, size, _, name] = words[..] else { continue };
            let (start, size) = (u32::from_str_radix(start, 16)?, u32::from_str_radix(size, 16)?);
            // Clears the lowest bit of `start`. This bit is not part of the address: it shows that the function is
            // Thumb code.
            let start = start & !1;
            if name == "program" {
                symbols.program = start;
            } else if name.contains("platform5stack4zero") {
                symbols.wiper = start..start + size;
            } else if name.contains("memclr") || name.contains("memset") {
                symbols.fillers.push(start..start + size);
            }
        }
        ensure!(symbols.program != 0, "no function `program`");
        Ok(symbols)
    }
}

struct Registers {
    stack: u32,
    link: u32,
    counter: u32,
}

impl Registers {
    /// Parses a line `R12=… R13=… R14=… R15=…` of the emulator's trace.
    fn read(line: &str) -> Option<Self> {
        let mut values = line.strip_prefix("R12=")?.split("=").skip(1);
        let mut next = || u32::from_str_radix(values.next()?.get(..8)?, 16).ok();
        Some(Self { stack: next()?, link: next()?, counter: next()? })
    }
}

#[derive(Default)]
struct Watch {
    symbols: Symbols,
    /// Stack pointer and return address at the call of the measured function. `None` before the call.
    called: Option<(u32, u32)>,
    returned: bool,
    run: Run,
    /// Greatest depth in bytes to which the program has wiped the stack so far. `used` is the greatest depth that it
    /// has used so far.
    wiped: usize,
    used: usize,
}

impl Watch {
    fn see(&mut self, at: &Registers) {
        if self.called.is_none() && at.counter == self.symbols.program {
            self.called = Some((at.stack, at.link & !1));
        }
        let Some((top, end)) = self.called else { return };
        self.returned |= at.counter == end;
        if self.returned {
            return;
        }
        let depth = top.saturating_sub(at.stack) as usize;
        self.run.instructions += 1;
        self.run.stack = self.run.stack.max(depth);
        let lies_in = |range: &Range<u32>| range.contains(&at.counter);
        if lies_in(&self.symbols.wiper) {
            self.wiped = self.wiped.max(depth);
        } else if !self.symbols.fillers.iter().any(lies_in) {
            self.used = self.used.max(depth);
        }
    }

    fn result(self) -> Result<Run> {
        ensure!(self.returned, "the program did not return");
        ensure!(
            self.symbols.wiper.is_empty() || self.used <= self.wiped,
            "{} bytes of stack are used, {} wiped",
            self.used,
            self.wiped,
        );
        Ok(self.run)
    }
}

#[cfg(test)]
mod tests {
    use super::{Registers, Run, Symbols, Watch};

    const SYMBOLS: &str = "00020101 00000010 T program\n\
        00020201 00000010 t _ZN8astragal8platform5stack4zero17h00E\n\
        00020301 00000010 t __aeabi_memclr4\n";

    #[test]
    fn compares_used_and_wiped_stack() {
        let run = |used| {
            let mut watch = Watch { symbols: Symbols::read(SYMBOLS).unwrap(), ..Watch::default() };
            let (wiper, filler) = ((0x20200, 600), (0x20300, 592));
            let steps = [(0x8000, 990), (0x20100, 900), (0x20180, used), wiper, filler];
            for (counter, stack) in steps.into_iter().chain([(0x9000, 900)]) {
                watch.see(&Registers { stack, link: 0x9001, counter });
            }
            watch.result()
        };
        assert_eq!(run(640).unwrap(), Run { instructions: 4, stack: 308 });
        let left = run(590).unwrap_err().to_string();
        assert_eq!(left, "310 bytes of stack are used, 300 wiped");
    }

    #[test]
    fn parses_registers_from_their_line() {
        let read = Registers::read("R12=00000001 R13=407fff10 R14=00020145 R15=00020100").unwrap();
        assert_eq!([read.stack, read.link, read.counter], [0x407f_ff10, 0x20145, 0x20100]);
        assert!(Registers::read("R00=00000000 R01=00000000").is_none());
    }
}

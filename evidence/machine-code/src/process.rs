//! Environment of the interpreted program: its file in memory, its arguments, and the system calls of a program with
//! one thread. The program marks secrets with valgrind's client requests, which this file also handles. `cargo xtask
//! ct` can therefore run the same program under valgrind.

use std::io::Write as _;
use std::ops::Range;

use anyhow::{Context as _, Result, bail, ensure};
use object::LittleEndian;
use object::elf::{FileHeader64, PT_LOAD, ProgramHeader64, SHT_SYMTAB, STT_FUNC};
use object::read::elf::{FileHeader as _, ProgramHeader as _, Sym as _};

use crate::machine::{Machine, RSP};
use crate::memory::{Memory, Region};
use crate::word::Word;

/// Address where the program is loaded.
pub const IMAGE: u64 = 0x1000_0000;
const ARENA: u64 = 0x7000_0000_0000;
const ARENA_BYTES: usize = 4 << 30;
const STACK: u64 = 0x7ffe_0000_0000;
const STACK_BYTES: usize = 8 << 20;
/// Number of bytes reserved at the top of the stack for arguments, environment and auxiliary vector.
const ARGUMENTS: u64 = 1 << 16;

/// Names of the functions in musl's allocator.
const ALLOCATOR: [&str; 13] = [
    "__libc_malloc_impl",
    "alloc_slot",
    "alloc_group",
    "__malloc_alloc_meta",
    "__malloc_allzerop",
    "__libc_free",
    "nontrivial_free",
    "free_group",
    "__libc_realloc",
    "aligned_alloc",
    "enframe",
    "get_meta",
    "__malloc_size_classes",
];

/// Secret bytes that an operation left on the stack below the caller's frame. Each entry holds consecutive secret
/// bytes, and their depth below the caller's stack pointer.
pub type Remains = Vec<(u64, Vec<u8>)>;

/// State of the environment: memory mappings, exit code, observed secrets, and output.
#[derive(Default)]
pub struct System {
    arena_used: u64,
    /// Address and length of each mapping that the program has unmapped. A later `mmap` of the same length returns such
    /// a mapping again.
    returned: Vec<(u64, u64)>,
    pub exit: Option<i32>,
    /// Whether a tested operation is running. The program marks the start and the end of an operation by asking for the
    /// number of dependences so far.
    pub is_watching: bool,
    /// Secret bytes that the most recent operation left on the stack. Bytes that the program declares public after the
    /// operation are not counted.
    candidates: Remains,
    published: Vec<Vec<u8>>,
    /// Number of secret bytes that operations have left in unused stack memory since the program printed its previous
    /// line. `left_depth` is the greatest depth of these bytes below the caller's stack pointer.
    pub left: u64,
    pub left_depth: u64,
    /// Complete lines of the program's output that have not been printed yet.
    pub lines: Vec<String>,
    line: Vec<u8>,
}

/// Loads a static program, with its arguments and environment on the stack.
pub fn load(file: &[u8], arguments: &[String], environment: &[String]) -> Result<Machine> {
    let header = FileHeader64::<LittleEndian>::parse(file)
        .map_err(|_| anyhow::anyhow!("program is not a 64-bit ELF file"))?;
    let endian = LittleEndian;
    let segments = header.program_headers(endian, file)?;
    let is_load = |s: &&ProgramHeader64<LittleEndian>| s.p_type(endian) == PT_LOAD;
    let end = segments.iter().filter(is_load).map(|s| s.p_vaddr(endian) + s.p_memsz(endian)).max();
    let length = usize::try_from(end.context("program has no segments")? + 4096)?;
    let mut image = Region::new(IMAGE, length);
    for segment in segments.iter().filter(is_load) {
        let data =
            segment.data(endian, file).map_err(|()| anyhow::anyhow!("segment is truncated"))?;
        let at = usize::try_from(segment.p_vaddr(endian))?;
        image.bytes[at..at + data.len()].copy_from_slice(data);
    }
    let stack = Region::new(STACK, STACK_BYTES);
    let top = stack.end() - ARGUMENTS;
    let mut machine =
        Machine::new(Memory { regions: [image, stack, Region::new(ARENA, ARENA_BYTES)] });
    let functions = functions(file)?.into_iter();
    let is_allocator = |(name, _): &(String, _)| ALLOCATOR.contains(&name.as_str());
    machine.allocator = functions.filter(is_allocator).map(|(_, code)| code).collect();
    let mut at = top;
    let mut texts = |texts: &[String]| -> Result<Vec<u64>> {
        let mut addresses = Vec::new();
        for text in texts {
            machine.memory.store(at, text.as_bytes())?;
            addresses.push(at);
            at += text.len() as u64 + 1;
        }
        Ok(addresses)
    };
    let (arguments, environment) = (texts(arguments)?, texts(environment)?);
    let headers = IMAGE + header.e_phoff(endian);
    let entry = IMAGE + header.e_entry(endian);
    // Auxiliary vector for libc: the address of the program headers, the size and the number of these headers, the page
    // size, the entry point, and the address of 16 random bytes.
    let auxiliary = [
        (3, headers),
        (4, 56),
        (5, segments.len() as u64),
        (6, 4096),
        (9, entry),
        (25, top),
        (0, 0),
    ];
    let mut words = vec![arguments.len() as u64];
    words.extend(arguments);
    words.push(0);
    words.extend(environment);
    words.push(0);
    words.extend(auxiliary.iter().flat_map(|&(key, value)| [key, value]));
    let start = (top - 8 * words.len() as u64) & !15;
    for (n, word) in words.iter().enumerate() {
        machine.memory.write(start + 8 * n as u64, 8, Word::public(*word))?;
    }
    machine.registers.general[RSP] = Word::public(start);
    machine.registers.ip = entry;
    Ok(machine)
}

/// Returns the name and the address range of each function in the program.
pub fn functions(file: &[u8]) -> Result<Vec<(String, Range<u64>)>> {
    let (endian, header) = (LittleEndian, FileHeader64::<LittleEndian>::parse(file)?);
    let symbols = header.sections(endian, file)?.symbols(endian, file, SHT_SYMTAB)?;
    let mut functions = Vec::new();
    for symbol in symbols.iter().filter(|symbol| symbol.st_type() == STT_FUNC) {
        let name = symbol.name(endian, symbols.strings())?;
        let start = IMAGE + symbol.st_value(endian);
        let end = start + symbol.st_size(endian);
        functions.push((String::from_utf8_lossy(name).into_owned(), start..end));
    }
    Ok(functions)
}

impl Machine {
    /// Answers a valgrind client request: `rax` points to the request code and its arguments.
    pub fn client_request(&mut self) -> Result<()> {
        let at = self.registers.general[0].bits;
        let word = |n: u64| self.memory.read(at + 8 * n, 8).map(|word| word.bits);
        let (code, first, second) = (word(0)?, word(1)?, word(2)?);
        let length = usize::try_from(second)?;
        let answer = match code {
            // RUNNING_ON_VALGRIND
            0x1001 => 1,
            // COUNT_ERRORS
            0x1201 => {
                self.watch()?;
                self.dependences
            }
            // MAKE_MEM_UNDEFINED: marks the bytes as secret.
            0x4d43_0001 => {
                self.memory.slices_mut(first, length)?.1.fill(0xff);
                if let Some(mut symbolic) = self.symbolic.take() {
                    symbolic.mark(self, first, length)?;
                    self.symbolic = Some(symbolic);
                }
                0
            }
            // MAKE_MEM_DEFINED: marks the bytes as public.
            0x4d43_0002 => {
                if let Some(mut symbolic) = self.symbolic.take() {
                    symbolic.publish(self, first, length)?;
                    self.symbolic = Some(symbolic);
                }
                let (bytes, secret) = self.memory.slices_mut(first, length)?;
                secret.fill(0);
                self.system.published.push(bytes.to_vec());
                0
            }
            _ => bail!("unknown request {code:#x}"),
        };
        self.registers.general[2] = Word::public(answer);
        Ok(())
    }

    /// Starts or stops observing an operation. At the end of an operation, collects the secret bytes that it left below
    /// the stack pointer.
    fn watch(&mut self) -> Result<()> {
        let top = self.registers.general[RSP].bits;
        if self.system.is_watching {
            let bottom = self.deepest.min(top);
            let (bytes, secret) = self.memory.slices(bottom, usize::try_from(top - bottom)?)?;
            let mut at = 0;
            for run in secret.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
                if run[0] != 0 {
                    let value = bytes[at..at + run.len()].to_vec();
                    self.system.candidates.push((top - bottom - at as u64, value));
                }
                at += run.len();
            }
        } else {
            self.settle();
            let length = usize::try_from(top - STACK)?;
            self.memory.slices_mut(STACK, length)?.1.fill(0);
            self.deepest = top;
        }
        self.system.is_watching ^= true;
        Ok(())
    }

    /// Adds to `left` the number of secret bytes that the most recent operation left on the stack. Does not count bytes
    /// that the program declared public after the operation.
    fn settle(&mut self) {
        for (depth, value) in std::mem::take(&mut self.system.candidates) {
            let is_in = |text: &Vec<u8>| text.windows(value.len()).any(|part| part == value);
            if !self.system.published.iter().any(is_in) {
                self.system.left += value.len() as u64;
                self.system.left_depth = self.system.left_depth.max(depth);
                if std::env::var_os("MACHINE_CODE_REMAINS").is_some() {
                    eprintln!("{depth} bytes below the caller: {value:02x?}");
                }
            }
        }
        self.system.published.clear();
    }

    /// Emulates a system call of the program.
    pub fn system_call(&mut self) -> Result<()> {
        const EFAULT: u64 = 14_u64.wrapping_neg();
        const ENOENT: u64 = 2_u64.wrapping_neg();
        const ENOSYS: u64 = 38_u64.wrapping_neg();
        let general = |n: usize| self.registers.general[n].bits;
        let (number, a, b, c) = (general(0), general(7), general(6), general(2));
        let answer = match number {
            // write, writev
            1 => self.output(a, b, c)?,
            20 => {
                let mut written = 0;
                for part in 0..c {
                    let at = b + 16 * part;
                    let (from, length) =
                        (self.memory.read(at, 8)?.bits, self.memory.read(at + 8, 8)?.bits);
                    written += self.output(a, from, length)?;
                }
                written
            }
            // mmap
            9 => {
                let length = b.next_multiple_of(4096);
                if let Some(place) = self.system.returned.iter().position(|part| part.1 == length) {
                    let (at, _) = self.system.returned.swap_remove(place);
                    let (bytes, secret) = self.memory.slices_mut(at, usize::try_from(length)?)?;
                    bytes.fill(0);
                    secret.fill(0);
                    self.registers.general[0] = Word::public(at);
                    return Ok(());
                }
                let at = self.system.arena_used;
                self.system.arena_used += length;
                ensure!(
                    self.system.arena_used <= ARENA_BYTES as u64,
                    "arena of the heap is exhausted"
                );
                ARENA + at
            }
            // munmap
            11 => {
                self.system.returned.push((a, b.next_multiple_of(4096)));
                0
            }
            // System calls without effect: poll, mprotect, sigaction, sigprocmask, madvise, sigaltstack, futex.
            7 | 10 | 13 | 14 | 28 | 131 | 202 => 0,
            // brk and mremap fail, so that libc uses mmap.
            12 => 0,
            25 => EFAULT,
            // open, openat, readlink, readlinkat, getcwd
            2 | 257 | 89 | 79 | 267 => ENOENT,
            // getpid, gettid, set_tid_address
            39 | 186 | 218 => 1,
            // arch_prctl(ARCH_SET_FS)
            158 if a == 0x1002 => {
                self.registers.fs = b;
                0
            }
            // sched_getaffinity: one processor
            204 => {
                self.memory.store(c, &1_u64.to_le_bytes())?;
                8
            }
            // clock_gettime
            228 => {
                let nanoseconds = self.executed % 1_000_000_000;
                self.memory.store(b, &(self.executed / 1_000_000_000).to_le_bytes())?;
                self.memory.store(b + 8, &nanoseconds.to_le_bytes())?;
                0
            }
            // getrandom: returns the same public bytes at each call.
            318 => {
                self.memory.store(a, &vec![0x5a; usize::try_from(b)?])?;
                b
            }
            // exit, exit_group
            60 | 231 => {
                self.system.exit = Some(a as i32);
                0
            }
            // kill, tkill and tgkill: the program sends itself a signal, which aborts it.
            62 | 200 | 234 => {
                bail!("the program raises signal {}", if number == 234 { c } else { b })
            }
            _ => ENOSYS,
        };
        self.registers.general[0] = Word::public(answer);
        // As on a real processor, `syscall` overwrites `rcx` and `r11`.
        self.registers.general[1] = Word::public(self.registers.ip);
        self.registers.general[11] = Word::default();
        Ok(())
    }

    /// Writes the program's output. Standard output is split into lines, which the caller prints. Other output goes to
    /// standard error.
    fn output(&mut self, descriptor: u64, from: u64, length: u64) -> Result<u64> {
        let (bytes, _) = self.memory.slices(from, usize::try_from(length)?)?;
        if descriptor == 1 {
            self.system.line.extend(bytes);
            while let Some(end) = self.system.line.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.system.line.drain(..=end).collect();
                self.system.lines.push(String::from_utf8_lossy(&line[..end]).into_owned());
            }
            self.settle();
        } else {
            std::io::stderr().write_all(bytes)?;
        }
        Ok(length)
    }
}

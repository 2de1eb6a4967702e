//! Classes of instructions that have no model: instructions that move bits, and instructions that map bytes to bytes.

use std::sync::LazyLock;

use iced_x86::{Instruction, Mnemonic as M, OpKind};

/// Method of finding the symbolic results of an instruction that has no model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The instruction only moves bits. The positions depend on operands that must be constant.
    Move,
    /// Each byte of the result depends on one byte of an operand.
    Bytes,
    Other,
}

pub(super) static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |mnemonic| {
        let name = name_of(mnemonic);
        let name = name.trim_start_matches('v');
        if MOVES.iter().any(|start| name.starts_with(start)) {
            Kind::Move
        } else if BYTEWISE.contains(&name) {
            Kind::Bytes
        } else {
            Kind::Other
        }
    };
    M::values().map(kind).collect()
});

pub(super) fn name_of(mnemonic: M) -> String {
    format!("{mnemonic:?}").to_lowercase()
}

/// Prefixes of the names of instructions that move bits, without the letter `v` of the VEX encoding.
const MOVES: [&str; 44] = [
    "mov",
    "lddqu",
    "bswap",
    "shl",
    "shr",
    "sar",
    "rol",
    "ror",
    "sal",
    "xchg",
    "cbw",
    "cwd",
    "cdq",
    "cqo",
    "bzhi",
    "psll",
    "psrl",
    "psra",
    "prol",
    "pror",
    "palignr",
    "align",
    "pshuf",
    "shuf",
    "perm",
    "punpck",
    "unpck",
    "pblendw",
    "blendp",
    "pblendd",
    "pblendm",
    "blendm",
    "pmov",
    "movmsk",
    "pextr",
    "pinsr",
    "extract",
    "insert",
    "broadcast",
    "pbroadcast",
    "kmov",
    "kshift",
    "kunpck",
    "leave",
];

/// Instructions that map bytes to bytes if their other operands are constant.
pub(super) const BYTEWISE: [&str; 11] = [
    "pshufb", "permb", "permi2b", "permt2b", "paddusb", "psubusb", "pminub", "pmaxub", "pcmpgtb",
    "pcmpeqb", "paddsb",
];

/// Returns the operands that determine how bits are moved, such as shift counts and indices.
pub(super) fn control_operands(i: &Instruction) -> Vec<u32> {
    let name = name_of(i.mnemonic());
    let name = name.trim_start_matches('v');
    let last = i.op_count() - 1;
    let is_register = |n: u32| matches!(i.op_kind(n), OpKind::Register | OpKind::Memory);
    let starts = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
    match name {
        _ if starts(&["permi2"]) => vec![0],
        _ if starts(&["permt2"]) => vec![1],
        _ if starts(&["perm"]) && is_register(last) => vec![1],
        "pshufb" | "bzhi" => vec![last],
        _ if starts(&["sh", "sa", "ro", "ps", "pro"])
            && last > 0
            && is_register(last)
            && !starts(&["shuf", "pshuf"]) =>
        {
            vec![last]
        }
        _ if starts(&["pblendm", "blendm", "pmovm2"]) => Vec::new(),
        _ => Vec::new(),
    }
}

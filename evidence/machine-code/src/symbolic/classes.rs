//! Lists of the instructions that move bits, and of the operands that determine where the bits move.

use std::sync::LazyLock;

use iced_x86::{Instruction, Mnemonic as M, OpKind};

/// For each instruction, whether it only moves bits. The operands that determine where the bits move must be constant.
pub(super) static IS_MOVE: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let is_move = |mnemonic| {
        let name = name_of(mnemonic);
        let name = name.trim_start_matches('v');
        MOVES.iter().any(|start| name.starts_with(start))
    };
    M::values().map(is_move).collect()
});

fn name_of(mnemonic: M) -> String {
    format!("{mnemonic:?}").to_lowercase()
}

/// Name prefixes of the instructions that move bits, without the letter `v` of the VEX encoding.
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

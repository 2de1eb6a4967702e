//! Computes digests at compile time. In this example, a remote call selects a method by four bytes: the start of a hash
//! of the method's name. These selectors are constants, so they can be match patterns.

use astragal::hash::{Sha3_256, sha3_256_const};

const TRANSFER: [u8; 4] = selector(b"transfer(address,uint256)");
const APPROVE: [u8; 4] = selector(b"approve(address,uint256)");

const fn selector(signature: &[u8]) -> [u8; 4] {
    let digest = sha3_256_const(signature);
    [digest[0], digest[1], digest[2], digest[3]]
}

fn method(call: [u8; 4]) -> &'static str {
    match call {
        TRANSFER => "transfer",
        APPROVE => "approve",
        _ => "unknown",
    }
}

fn main() {
    let digest = Sha3_256::hash(b"transfer(address,uint256)");
    let call = [digest[0], digest[1], digest[2], digest[3]];
    assert_eq!(method(call), "transfer");
    println!("{call:02x?} calls {}", method(call));
}

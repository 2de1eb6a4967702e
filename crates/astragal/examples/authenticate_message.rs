//! Authenticates a message with a secret key, and refuses a changed one: KMAC128 with a customization string
//! that keeps the keys' uses apart, and HMAC for a protocol that asks for it.

use astragal::error::InvalidTag;
use astragal::mac::{HmacSha256, Kmac128};

fn main() -> Result<(), InvalidTag> {
    let key = [0x42; 32]; // from a key derivation or a random generator, never a constant as here
    let order = b"order 4711: 3 knucklebones";

    let kmac = Kmac128::new(&key, b"orders, version 1");
    let tag: [u8; 32] = kmac.clone().mac(order);

    // The comparison takes the same time wherever the tags differ.
    kmac.clone().verify(order, &tag)?;
    assert_eq!(kmac.clone().verify(b"order 4711: 9 knucklebones", &tag), Err(InvalidTag));
    // Under another customization string it is another function.
    assert_eq!(Kmac128::new(&key, b"invoices").verify(order, &tag), Err(InvalidTag));

    // A message that comes in pieces.
    let mut hmac = HmacSha256::new(&key);
    hmac.update(b"order 4711: ");
    hmac.update(b"3 knucklebones");
    HmacSha256::new(&key).verify(order, &hmac.finalize())?;

    println!("the order is authentic, the changed one was refused");
    Ok(())
}

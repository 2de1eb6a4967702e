//! Authenticates a message with a secret key, and rejects a modified message. Uses KMAC128, whose customization string
//! separates different uses of one key. Also uses HMAC, for protocols that require it.

use astragal::error::InvalidTag;
use astragal::mac::{HmacSha256, Kmac128};

fn main() -> Result<(), InvalidTag> {
    let key = [0x42; 32]; // use a derived or random key, never a constant
    let order = b"order 4711: 3 knucklebones";

    let kmac = Kmac128::new(&key, b"orders, version 1");
    let tag: [u8; 32] = kmac.clone().mac(order);

    // The comparison takes the same time, regardless of where the tags first differ.
    kmac.clone().verify(order, &tag)?;
    assert_eq!(kmac.clone().verify(b"order 4711: 9 knucklebones", &tag), Err(InvalidTag));
    // A different customization string gives an unrelated tag, so verification fails.
    assert_eq!(Kmac128::new(&key, b"invoices").verify(order, &tag), Err(InvalidTag));

    // A message can also be processed in pieces.
    let mut hmac = HmacSha256::new(&key);
    hmac.update(b"order 4711: ");
    hmac.update(b"3 knucklebones");
    HmacSha256::new(&key).verify(order, &hmac.finalize())?;

    println!("the order is authentic; the changed order was rejected");
    Ok(())
}

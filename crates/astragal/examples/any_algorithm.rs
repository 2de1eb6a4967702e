//! Hashes a text with an algorithm selected by name at run time: `cargo run --example any_algorithm -- NAME TEXT`.

use astragal::registry;

fn main() -> Result<(), registry::UnknownName> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "Skein512/256".to_owned());
    let text = arguments.next().unwrap_or_else(|| "abc".to_owned());

    let algorithm = registry::hash(&name)?;
    let digest = algorithm.hash(text.as_bytes());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    println!("{name}: {hex}");
    println!("{} bytes, runs here as {:?}", digest.len(), algorithm.implementation());
    Ok(())
}

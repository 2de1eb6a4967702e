//! Benchmark of ML-KEM's matrix expansion in astragal and its peers, with the ratios of the times. The libraries are
//! measured in alternating turns, so that noise affects all of them equally. The fastest turn of each library is
//! reported.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use astragal::hazmat::cpu::limit;
use clap::Parser;
use peers::{level, ml_kem_matrices};

/// Measures the expansion of ML-KEM's matrix in astragal and in other libraries
#[derive(Parser)]
struct Arguments {
    /// Limit astragal's instruction sets
    #[arg(long)]
    cpu: Option<String>,
    /// Number of turns of each library
    #[arg(long, default_value_t = 2000)]
    turns: usize,
}

/// Number of matrices per measured call. Each matrix has its own seed.
const MATRICES: u8 = 8;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(name) = &arguments.cpu {
        limit(level(name)?);
    }
    println!("{:<14} {:<28} {:>10} {:>8}", "", "", "µs", "ratio");
    for k in [2, 3, 4] {
        let libraries = ml_kem_matrices();
        let mut best = vec![f64::INFINITY; libraries.len()];
        for _ in 0..arguments.turns {
            for ((_, matrix), best) in libraries.iter().zip(&mut best) {
                let start = Instant::now();
                for seed in 0..MATRICES {
                    black_box(matrix(black_box(&[seed; 32]), k));
                }
                *best = best.min(start.elapsed().as_secs_f64() / f64::from(MATRICES));
            }
        }
        for ((name, _), seconds) in libraries.iter().zip(&best) {
            let ratio = if *name == "astragal" {
                String::new()
            } else {
                format!("{:.2}", seconds / best[0])
            };
            println!(
                "{:<14} {name:<28} {:>10.2} {ratio:>8}",
                format!("matrix, k = {k}"),
                seconds * 1e6
            );
        }
    }
    Ok(())
}

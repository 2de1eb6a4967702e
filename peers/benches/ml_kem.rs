//! Benchmark of the matrix expansion of ML-KEM for k = 2, 3, 4. criterion computes the statistics. Run it with `cargo
//! bench --bench ml_kem`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use peers::ml_kem_matrices;

fn matrices(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ML-KEM's matrix");
    for k in [2, 3, 4] {
        for (name, matrix) in ml_kem_matrices() {
            group.bench_with_input(BenchmarkId::new(name, k), &k, |bencher, &k| {
                bencher.iter(|| matrix(&[7; 32], k));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, matrices);
criterion_main!(benches);

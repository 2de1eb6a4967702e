//! Benchmark of every algorithm that another library also implements. criterion computes the statistics. Example:
//! `cargo bench -- sha3-256`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use peers::{Kind, Ours, names, peers};

fn all(criterion: &mut Criterion) {
    for name in names() {
        let rivals: Vec<_> = peers().into_iter().filter(|peer| peer.algorithm == name).collect();
        let Some(ours) = Ours::find(name).filter(|_| !rivals.is_empty()) else {
            continue;
        };
        let mut out = match ours.kind() {
            Kind::Fixed(bytes) => vec![0; bytes],
            Kind::Extendable => vec![0; 32],
        };
        let mut group = criterion.benchmark_group(name);
        for size in [64, 1024, 16384] {
            let message = vec![0x5a; size];
            group.throughput(Throughput::Bytes(size as u64));
            group.bench_with_input(
                BenchmarkId::new("astragal", size),
                &message,
                |bencher, message| {
                    bencher.iter(|| ours.run(message, &mut out));
                },
            );
            for peer in &rivals {
                let id = BenchmarkId::new(peer.name, size);
                group.bench_with_input(id, &message, |bencher, message| {
                    bencher.iter(|| (peer.function)(message, &mut out));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, all);
criterion_main!(benches);

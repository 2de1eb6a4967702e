//! Many files at once: as many threads as cores, results in the order of the arguments.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::progress::Progress;
use crate::stream::Cores;

/// The files under way.
pub(crate) struct Work {
    pub(crate) progress: Progress,
    threads: usize,
    cores: Cores,
    is_abandoned: AtomicBool,
}

impl Work {
    /// The work on these files.
    pub(crate) fn over<'a>(names: impl Iterator<Item = &'a OsStr> + Clone) -> Self {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let cores = if names.clone().count() < threads { Cores::All } else { Cores::One };
        let is_abandoned = AtomicBool::new(false);
        Self { progress: Progress::over(names), threads, cores, is_abandoned }
    }

    /// What one file may use: all cores where there are fewer files than cores.
    pub(crate) fn cores(&self) -> Cores {
        self.cores
    }

    /// Whether the results are not wanted any more.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.is_abandoned.load(Ordering::Relaxed)
    }

    /// Maps the items on all cores and hands the results to `consume` in the order of the items. An error
    /// of `consume` ends the work.
    pub(crate) fn in_order<T: Sync, R: Send>(
        &self,
        items: &[T],
        map: impl Fn(&T) -> R + Sync,
        mut consume: impl FnMut(&T, R) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if let [item] = items {
            return consume(item, map(item));
        }
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let worker = || {
            let sender = sender.clone();
            let (next, map) = (&next, &map);
            move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(i) else { return };
                    if sender.send((i, map(item))).is_err() {
                        return;
                    }
                }
            }
        };
        let workers: Vec<_> = (0..self.threads.min(items.len())).map(|_| worker()).collect();
        drop(sender);
        let hand_over = move || {
            let mut early = BTreeMap::new();
            let mut waiting = items.iter().enumerate();
            let mut awaited = waiting.next();
            for (i, result) in receiver {
                early.insert(i, result);
                while let Some((i, item)) = awaited
                    && let Some(result) = early.remove(&i)
                {
                    consume(item, result)?;
                    awaited = waiting.next();
                }
            }
            Ok(())
        };
        thread::scope(|scope| {
            for worker in workers {
                thread::Builder::new().spawn_scoped(scope, worker)?;
            }
            let result = hand_over();
            if result.is_err() {
                self.is_abandoned.store(true, Ordering::Relaxed);
            }
            result
        })
    }
}

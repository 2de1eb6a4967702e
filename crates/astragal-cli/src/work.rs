//! Many files at once: on all cores, the results in order, a bounded number of them under way.
//!
//! A thread takes tasks from their source and hands them, some at a time, to the pool; for each bunch it
//! queues the channel on which the results will come. The queue has a bound, and whoever consumes takes
//! the channels in their order: that is the order of the tasks. No thread is joined: those
//! that are blocked on a pipe or a terminal when an error ends the run end with the process.

use std::io::Write as _;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};

use crate::console::{Out, When};
use crate::exit::complain;
use crate::progress::{Progress, aside};
use crate::signal;

/// Bunches under way or waiting for their turn, per core.
const BUNCHES_PER_CORE: usize = 4;

/// Tasks in a bunch, at most.
const LARGEST_BUNCH: u64 = 256;

/// The time that a bunch should take: long compared to a hand-over of a few microseconds, unnoticed by who waits.
const BUNCH_NANOS: u64 = 1_000_000;

/// More threads than this gain nothing, and a system may refuse them.
const MOST_THREADS: usize = 256;

/// How often a waiting thread checks for signals.
const TICK: Duration = Duration::from_millis(50);

/// `-j`, and when progress is shown.
static SETTINGS: OnceLock<(usize, When)> = OnceLock::new();

/// Fixes the number of threads (0: as many as cores) and when progress is shown.
pub(crate) fn configure(threads: usize, progress: When) {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.min(MOST_THREADS);
    // The tree hashes use the same pool. It starts when it is first used, with a thread for each core.
    if threads != 0 {
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    }
    let _ = SETTINGS.set((if threads == 0 { cores() } else { threads }, progress));
}

/// A run over files: its threads and its progress.
pub(crate) struct Job {
    pub(crate) progress: Arc<Progress>,
    threads: usize,
    /// Fewer files than cores: each may use all.
    has_idle_cores: bool,
    is_abandoned: AtomicBool,
    nanos_per_task: AtomicU64,
}

impl Job {
    /// The work on so many files; `None` where they are not counted beforehand.
    pub(crate) fn on(files: Option<usize>) -> Arc<Self> {
        Self::on_threads(files, usize::MAX)
    }

    /// The work on files that must be read one after the other.
    pub(crate) fn one_by_one(files: Option<usize>) -> Arc<Self> {
        Self::on_threads(files, 1)
    }

    fn on_threads(files: Option<usize>, most: usize) -> Arc<Self> {
        let (threads, when) = *SETTINGS.get_or_init(|| (1, When::Never));
        let threads = threads.min(most);
        Arc::new(Self {
            progress: Progress::new(when),
            threads,
            has_idle_cores: files.is_some_and(|files| files < threads),
            is_abandoned: AtomicBool::new(false),
            nanos_per_task: AtomicU64::new(BUNCH_NANOS),
        })
    }

    /// Whether one file may use more than one core, were it only to read ahead.
    pub(crate) fn has_idle_cores(&self) -> bool {
        self.has_idle_cores
    }

    /// How many threads may run.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Whether more than one thread may run.
    pub(crate) fn is_parallel(&self) -> bool {
        self.threads > 1
    }

    /// Whether the results are not wanted any more.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.is_abandoned.load(Ordering::Relaxed) || signal::received().is_some()
    }

    /// How many tasks are worth a hand-over, as far as those before tell.
    pub(crate) fn bunch(&self) -> usize {
        let fit = BUNCH_NANOS / self.nanos_per_task.load(Ordering::Relaxed).max(1);
        usize::try_from(fit.clamp(1, LARGEST_BUNCH)).unwrap_or(1)
    }

    /// Prints a message behind the results that are before it.
    pub(crate) fn complain(
        &self,
        to: &mut Out,
        message: impl std::fmt::Display,
    ) -> anyhow::Result<()> {
        aside(|| {
            to.flush()?;
            complain(message);
            Ok(())
        })
    }

    /// Maps one task on this thread.
    pub(crate) fn one<T, R>(
        &self,
        task: T,
        map: impl FnOnce(T) -> R,
        to: &mut Out,
        consume: impl FnOnce(&mut Out, R) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let result = map(task);
        if signal::received().is_some() {
            self.leave(to);
        }
        self.progress.done(1);
        aside(|| consume(to, result))?;
        Ok(aside(|| to.flush())?)
    }

    /// Maps bunches of tasks on all cores and hands the results to `consume`, in the order of the tasks.
    /// An error of `consume` ends the work.
    pub(crate) fn in_order<T: Send + 'static, R: Send + 'static>(
        self: &Arc<Self>,
        source: impl Iterator<Item = Vec<T>> + Send + 'static,
        map: impl Fn(T) -> R + Send + Sync + 'static,
        to: &mut Out,
        mut consume: impl FnMut(&mut Out, R) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (sender, queue) = sync_channel(BUNCHES_PER_CORE * self.threads);
        let work = Arc::clone(self);
        let run = Arc::new(move |bunch: Vec<T>| -> Vec<Option<R>> {
            let (start, count) = (Instant::now(), bunch.len() as u64);
            // What comes of a task that was given up is no result.
            let result = |task| Some(map(task)).filter(|_| !work.is_abandoned());
            let results = bunch.into_iter().map(result).collect();
            work.learn(start.elapsed(), count);
            results
        });
        let is_parallel = self.is_parallel();
        let start = thread::Builder::new().spawn(move || {
            for bunch in source {
                let (finished, results) = sync_channel(1);
                if is_parallel {
                    let run = Arc::clone(&run);
                    rayon::spawn_fifo(move || drop(finished.send(run(bunch))));
                } else {
                    // One thread has nothing to gain from a hand-over to the pool.
                    drop(finished.send(run(bunch)));
                }
                if sender.send(results).is_err() {
                    return;
                }
            }
        });
        start.context("no thread can be started")?;
        let result = (|| {
            while let Some(results) = self.wait(&queue, to)? {
                let lost = || anyhow!("a thread that computed digests has failed");
                for result in self.wait(&results, to)?.ok_or_else(lost)? {
                    let Some(result) = result else { self.leave(to) };
                    self.progress.done(1);
                    consume(to, result)?;
                }
                if to.is_due() {
                    aside(|| to.flush())?;
                }
            }
            Ok(aside(|| to.flush())?)
        })();
        if result.is_err() {
            self.is_abandoned.store(true, Ordering::Relaxed);
        }
        result
    }

    /// The next message; `None` when there will be none. While it waits, lines are written and signals
    /// heard.
    fn wait<M>(&self, channel: &Receiver<M>, to: &mut Out) -> anyhow::Result<Option<M>> {
        if let Ok(message) = channel.try_recv() {
            return Ok(Some(message));
        }
        loop {
            if signal::received().is_some() {
                self.leave(to);
            }
            match channel.recv_timeout(TICK) {
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => aside(|| to.flush())?,
            }
        }
    }

    /// Ends the process for the signal that has come, the results that are ready written.
    fn leave(&self, to: &mut Out) -> ! {
        let _ = aside(|| to.flush());
        signal::leave(signal::received().unwrap_or_default())
    }

    fn learn(&self, time: Duration, tasks: u64) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX) / tasks.max(1);
        let before = self.nanos_per_task.load(Ordering::Relaxed);
        self.nanos_per_task.store((before / 2).saturating_add(nanos / 2), Ordering::Relaxed);
    }
}

/// The tasks in bunches, as large as is worth it at the time.
pub(crate) fn bunches<T, I: Iterator<Item = T>>(
    work: &Arc<Job>,
    tasks: I,
) -> impl Iterator<Item = Vec<T>> + use<T, I> {
    let work = Arc::clone(work);
    let mut tasks = tasks;
    std::iter::from_fn(move || {
        let bunch: Vec<T> = tasks.by_ref().take(work.bunch()).collect();
        (!bunch.is_empty()).then_some(bunch)
    })
}

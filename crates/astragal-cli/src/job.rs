//! Parallel processing of many files, with results in order and bounded memory.
//!
//! One thread takes tasks from an iterator and passes them to the thread pool in batches. For each batch, it also
//! creates a channel for the results, and puts the channel into a bounded queue. The consumer takes the channels from
//! the queue, and therefore receives the results in the order of the tasks.
//!
//! Threads are not joined, because they may be blocked on a pipe or a terminal. They end with the process.

use std::any::Any;
use std::io::Write as _;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};

use crate::cli::{RunOptions, When};
use crate::console::{self, Out};
use crate::message::print_message;
use crate::progress::Progress;
use crate::signal;
use crate::status_line::with_terminal;

/// Number of queued batches per thread.
const BATCHES_PER_THREAD: usize = 4;

/// Maximum number of tasks in a batch.
const MAX_BATCH_TASKS: u64 = 256;

/// Target duration of a batch: 1 ms. A user does not notice such a short delay. Passing a batch to another thread takes
/// only a few microseconds.
const BATCH_NANOS: u64 = 1_000_000;

/// Maximum number of threads. More threads would not be faster, and the system may refuse to start them.
const MAX_THREADS: usize = 256;

/// Interval at which a waiting thread checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Type-erased results of a batch, so that threads and channels are compiled only once. [`Job::run_in_order`] downcasts
/// them to their type.
type Results = Box<dyn Any + Send>;

/// Function that processes the tasks of a batch.
type Batch = Box<dyn FnOnce() -> Results + Send>;

/// Number of threads, and the setting for progress reports.
static SETTINGS: OnceLock<(usize, When)> = OnceLock::new();

/// Applies the options of a command that reads files.
pub(crate) fn configure(options: RunOptions) {
    console::set_color(options.color);
    configure_threads(options.threads.jobs, options.progress);
}

/// Sets the number of threads and the setting for progress reports. If `threads` is 0, uses one thread per core.
pub(crate) fn configure_threads(threads: usize, progress: When) {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.min(MAX_THREADS);
    // Sets the size of the thread pool, which tree hashes also use. By default, the pool has one thread per core and
    // starts at its first use.
    if threads != 0 {
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    }
    let _ = SETTINGS.set((if threads == 0 { cores() } else { threads }, progress));
}

/// Job that processes a list of files on several threads and reports the progress.
pub(crate) struct Job {
    pub(crate) progress: Arc<Progress>,
    threads: usize,
    /// Whether there are fewer files than threads. A single file may then use several threads.
    has_idle_cores: bool,
    is_cancelled: AtomicBool,
    nanos_per_task: AtomicU64,
}

impl Job {
    /// Creates a job for `files` files. `None` means that the number of files is unknown.
    pub(crate) fn new(files: Option<usize>) -> Arc<Self> {
        Self::with_threads(files, usize::MAX)
    }

    /// Creates a job that reads its files one after another.
    pub(crate) fn sequential(files: Option<usize>) -> Arc<Self> {
        Self::with_threads(files, 1)
    }

    fn with_threads(files: Option<usize>, max_threads: usize) -> Arc<Self> {
        let (threads, when) = *SETTINGS.get_or_init(|| (1, When::Never));
        let threads = threads.min(max_threads);
        Arc::new(Self {
            progress: Progress::new(when),
            threads,
            has_idle_cores: files.is_some_and(|files| files < threads),
            is_cancelled: AtomicBool::new(false),
            nanos_per_task: AtomicU64::new(BATCH_NANOS),
        })
    }

    /// Returns whether one file may use more than one thread, for hashing or only for reading ahead.
    pub(crate) fn has_idle_cores(&self) -> bool {
        self.has_idle_cores
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Returns whether the job has more than one thread.
    pub(crate) fn is_parallel(&self) -> bool {
        self.threads > 1
    }

    /// Returns whether an error or a signal cancelled the job.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed) || signal::received().is_some()
    }

    /// Returns the number of tasks for the next batch, estimated from the duration of earlier tasks.
    pub(crate) fn batch_tasks(&self) -> usize {
        let fit = BATCH_NANOS / self.nanos_per_task.load(Ordering::Relaxed).max(1);
        usize::try_from(fit.clamp(1, MAX_BATCH_TASKS)).unwrap_or(1)
    }

    /// Flushes the results written so far to `out`, then prints a message to standard error.
    pub(crate) fn print_message(
        &self,
        out: &mut Out,
        message: impl std::fmt::Display,
    ) -> anyhow::Result<()> {
        with_terminal(|| {
            out.flush()?;
            print_message(message);
            Ok(())
        })
    }

    /// Processes a single task on the calling thread.
    pub(crate) fn run_one<T, R>(
        &self,
        task: T,
        map: impl FnOnce(T) -> R,
        out: &mut Out,
        consume: impl FnOnce(&mut Out, R) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let result = map(task);
        if signal::received().is_some() {
            self.exit_for_signal(out);
        }
        self.progress.add_files(1);
        with_terminal(|| consume(out, result))?;
        Ok(with_terminal(|| out.flush())?)
    }

    /// Applies `map` to batches of tasks on all threads. Passes the results to `consume` in the order of the tasks. If
    /// `consume` returns an error, the job is cancelled.
    pub(crate) fn run_in_order<T: Send + 'static, R: Send + 'static>(
        self: &Arc<Self>,
        source: impl Iterator<Item = Vec<T>> + Send + 'static,
        map: impl Fn(T) -> R + Send + Sync + 'static,
        out: &mut Out,
        mut consume: impl FnMut(&mut Out, R) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let job = Arc::clone(self);
        let map = Arc::new(map);
        let batches = source.map(move |tasks| -> Batch {
            let (job, map) = (Arc::clone(&job), Arc::clone(&map));
            Box::new(move || {
                let (start, count) = (Instant::now(), tasks.len() as u64);
                let mut results = Vec::with_capacity(tasks.len());
                for task in tasks {
                    let result = map(task);
                    // Drops the result of a task if the job is cancelled, because such a result may be invalid.
                    results.push(if job.is_cancelled() { None } else { Some(result) });
                }
                job.record_duration(start.elapsed(), count);
                Box::new(results)
            })
        });
        let result = self.run_batches(Box::new(batches), out, &mut |out, results| {
            let Ok(results) = results.downcast::<Vec<Option<R>>>() else {
                unreachable!("the channel contains only results of this call")
            };
            for result in *results {
                let Some(result) = result else { self.exit_for_signal(out) };
                self.progress.add_files(1);
                consume(out, result)?;
            }
            Ok(())
        });
        if result.is_err() {
            self.is_cancelled.store(true, Ordering::Relaxed);
        }
        result
    }

    /// Runs the batches on all threads. Passes their results to `consume` in the order of the batches.
    fn run_batches(
        &self,
        batches: Box<dyn Iterator<Item = Batch> + Send>,
        out: &mut Out,
        consume: &mut dyn FnMut(&mut Out, Results) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (sender, queue) = sync_channel(BATCHES_PER_THREAD * self.threads);
        let is_parallel = self.is_parallel();
        let start = thread::Builder::new().spawn(move || {
            for batch in batches {
                let (finished, results) = sync_channel(1);
                let run = move || drop(finished.send(batch()));
                if is_parallel {
                    rayon::spawn_fifo(run);
                } else {
                    // Runs the batch on this thread: with one thread, a thread pool would only add overhead.
                    run();
                }
                if sender.send(results).is_err() {
                    return;
                }
            }
        });
        start.context("cannot start a thread")?;
        while let Some(results) = self.receive(&queue, out)? {
            let lost = || anyhow!("a hashing thread panicked");
            let results = self.receive(&results, out)?.ok_or_else(lost)?;
            consume(out, results)?;
            if out.is_flush_due() {
                with_terminal(|| out.flush())?;
            }
        }
        Ok(with_terminal(|| out.flush())?)
    }

    /// Receives a message. While waiting, flushes the output and checks for signals. Returns `None` if the channel is
    /// closed.
    fn receive<M>(&self, channel: &Receiver<M>, out: &mut Out) -> anyhow::Result<Option<M>> {
        if let Ok(message) = channel.try_recv() {
            return Ok(Some(message));
        }
        loop {
            if signal::received().is_some() {
                self.exit_for_signal(out);
            }
            match channel.recv_timeout(SIGNAL_INTERVAL) {
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => with_terminal(|| out.flush())?,
            }
        }
    }

    /// Flushes the results and exits because a signal was received.
    fn exit_for_signal(&self, out: &mut Out) -> ! {
        let _ = with_terminal(|| out.flush());
        signal::exit(signal::received().unwrap_or_default())
    }

    /// Updates the estimated duration of a task from the time that `tasks` tasks took.
    fn record_duration(&self, time: Duration, tasks: u64) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX) / tasks.max(1);
        let before = self.nanos_per_task.load(Ordering::Relaxed);
        self.nanos_per_task.store((before / 2).saturating_add(nanos / 2), Ordering::Relaxed);
    }
}

/// Groups tasks into batches of [`Job::batch_tasks`].
pub(crate) fn batches<T, I: Iterator<Item = T>>(
    job: &Arc<Job>,
    tasks: I,
) -> impl Iterator<Item = Vec<T>> + use<T, I> {
    let job = Arc::clone(job);
    let mut tasks = tasks;
    std::iter::from_fn(move || {
        let batch: Vec<T> = tasks.by_ref().take(job.batch_tasks()).collect();
        (!batch.is_empty()).then_some(batch)
    })
}

//! Thread pools for parallel work on one message.
//!
//! The library starts its own pool and does not use the global pool of `rayon`. After a fork, the child process
//! inherits the pool but not its threads, so work given to this pool would never end. The library therefore stores the
//! process ID with its pool, and starts a new pool in a child process that needs one. If the program calls the library
//! from a thread of its own `rayon` pool, the work runs in that pool.

/// Number of cores to use for one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "alloc"),
    expect(
        unreachable_pub,
        reason = "only tree hashing in parts exposes this type, and it requires the feature `alloc`"
    )
)]
pub enum Cores {
    /// Only the core that runs the calling thread.
    One,
    /// All cores if the feature `parallel` is enabled, otherwise one.
    All,
}

#[cfg(feature = "parallel")]
mod executor;

#[cfg(feature = "parallel")]
pub use executor::Executor;
#[cfg(feature = "parallel")]
pub(crate) use parallel::{both, pool};
#[cfg(feature = "parallel")]
pub use parallel::{on_threads, set_executor};

#[cfg(feature = "parallel")]
mod parallel {
    use alloc::format;
    use alloc::sync::Arc;
    use alloc::vec;
    use alloc::vec::Vec;
    use core::mem;
    use core::num::NonZeroUsize;
    use std::sync::{Mutex, MutexGuard, TryLockError};
    use std::{process, thread};

    use rayon::prelude::*;
    use rayon::{ThreadPool, ThreadPoolBuilder};

    use super::executor::{self, Executor};

    /// Runs `work`. Parallel operations in `work`, such as [`Kt::absorb_parallel`](crate::xof::Kt::absorb_parallel),
    /// use `threads` threads instead of all cores. Outputs never depend on the number of threads.
    ///
    /// The threads are kept for later calls, because starting them takes longer than hashing a megabyte. If the threads
    /// cannot be started, `work` runs on the threads that are already available.
    ///
    /// ```
    /// use astragal::xof::{Kt128, XofReader as _};
    /// let mut kt = Kt128::new();
    /// astragal::threads::on_threads(4.try_into()?, || kt.absorb_parallel(&[0; 1 << 20]));
    /// # kt.finalize().squeeze(&mut [0; 32]);
    /// # Ok::<(), core::num::TryFromIntError>(())
    /// ```
    pub fn on_threads<R: Send>(threads: NonZeroUsize, work: impl FnOnce() -> R + Send) -> R {
        let (mut work, mut result) = (Some(work), None);
        let mut run = || result = work.take().map(|work| work());
        match own(threads.get()) {
            Some(pool) => Pool::Own(pool).run(&mut run),
            None => run(),
        }
        let Some(result) = result else { unreachable!("`run` sets the result") };
        result
    }

    /// Sets the executor that runs the library's parallel operations in the whole process. `None` restores the
    /// library's own pool. Calls inside [`on_threads`] or inside a `rayon` pool do not use the executor.
    ///
    /// After a fork, the child process has none of the executor's threads. It uses one core until it sets its own
    /// executor or `None`.
    pub fn set_executor(executor: Option<Arc<dyn Executor>>) {
        let process = this_process();
        let set = executor.map(|executor| Set { process, executor });
        // The old executor is dropped only after the lock is released. Its `Drop` may run any code of the calling
        // program, and such code must not run while the lock is held.
        let before = lock(&EXECUTOR).and_then(|mut current| mem::replace(&mut *current, set));
        match before {
            // After a fork, the old executor may have been set by the parent process. Its `Drop` could then wait for
            // threads that do not exist in this process, so the executor is leaked instead.
            Some(parents) if parents.process != process => mem::forget(parents),
            others => drop(others),
        }
    }

    /// The program's executor, and the ID of the process that set it.
    #[derive(Clone)]
    struct Set {
        process: u32,
        executor: Arc<dyn Executor>,
    }

    static EXECUTOR: Mutex<Option<Set>> = Mutex::new(None);

    /// Returns the pool for parallel tasks, which is the first of these that exists:
    ///
    /// - the current `rayon` pool;
    /// - the program's executor;
    /// - the library's own pool, with one thread per core.
    ///
    /// Returns `None` if this pool has only one thread, if it has no thread in this process, or if it cannot be
    /// started.
    pub(crate) fn pool() -> Option<Pool> {
        if rayon::current_thread_index().is_some() {
            return (rayon::current_num_threads() > 1).then_some(Pool::Current);
        }
        let set = lock(&EXECUTOR)?.clone();
        if let Some(Set { process, executor }) = set {
            let has_threads = process == this_process() && executor.threads().get() > 1;
            return has_threads.then_some(Pool::Programs(executor));
        }
        let pool = own(0)?;
        (pool.current_num_threads() > 1).then_some(Pool::Own(pool))
    }

    /// Function that processes one part of a message. Its arguments are the part's index, the part's bytes, and 16
    /// bytes for the result.
    type Work<'a> = &'a (dyn Fn(usize, &mut [u8], &mut [u8; 16]) + Sync);

    pub(crate) enum Pool {
        Current,
        Own(Arc<ThreadPool>),
        Programs(Arc<dyn Executor>),
    }

    impl Pool {
        /// Runs `work` in the pool. `work` is a trait object, so that the compiler does not instantiate `rayon` again
        /// for each closure type.
        pub(crate) fn run(self, work: &mut (dyn FnMut() + Send)) {
            match self {
                Self::Current => work(),
                Self::Own(pool) => pool.install(work),
                Self::Programs(executor) => {
                    if !executor::run(&*executor, work) {
                        match own(0) {
                            Some(pool) => pool.install(work),
                            None => work(),
                        }
                    }
                }
            }
        }

        /// Runs both closures in parallel in this thread pool.
        pub(crate) fn both(
            self,
            first: &mut (dyn FnMut() + Send),
            second: &mut (dyn FnMut() + Send),
        ) {
            self.run(&mut || both(first, second));
        }

        /// Splits `data` into parts of `part_bytes` bytes and runs `work` on each part in the pool. Returns the results
        /// in order.
        pub(crate) fn sums(
            self,
            data: &mut [u8],
            part_bytes: usize,
            work: Work<'_>,
        ) -> Vec<[u8; 16]> {
            let mut sums = vec![[0; 16]; data.len().div_ceil(part_bytes)];
            self.run(&mut || {
                let parts = data.par_chunks_mut(part_bytes).zip(&mut sums).enumerate();
                parts.for_each(|(i, (part, sum))| work(i, part, sum));
            });
            sums
        }
    }

    /// Runs both closures in parallel in the thread pool that the current thread belongs to.
    pub(crate) fn both(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
        rayon::join(first, second);
    }

    /// Pool that the library has started, with its number of threads and the ID of the process that started it.
    struct Started {
        process: u32,
        threads: usize,
        pool: Arc<ThreadPool>,
    }

    /// All pools that the library has started. A fork copies this list into the child process. The child never drops
    /// its parent's pools, because the drop would wait for threads that do not exist in the child.
    static STARTED: Mutex<Vec<Started>> = Mutex::new(Vec::new());

    /// Returns this process's pool with `threads` threads. If `threads` is 0, the pool has one thread per core.
    fn own(threads: usize) -> Option<Arc<ThreadPool>> {
        let process = this_process();
        let find = |started: &[Started]| {
            let ours = |one: &&Started| one.process == process && one.threads == threads;
            started.iter().find(ours).map(|one| Arc::clone(&one.pool))
        };
        if let Some(pool) = find(&lock(&STARTED)?) {
            return Some(pool);
        }
        // The lock is not held while the pool is started, because the start takes a long time. If another thread forked
        // during that time, the lock would stay locked forever in the child process.
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let pool = Arc::new(builder.thread_name(|i| format!("astragal-{i}")).build().ok()?);
        let mut started = lock(&STARTED)?;
        if let Some(first) = find(&started) {
            return Some(first);
        }
        started.push(Started { process, threads, pool: Arc::clone(&pool) });
        Some(pool)
    }

    /// Returns the process ID, which distinguishes a child process from its parent. Returns 0 on systems other than
    /// Unix, which have no `fork`.
    fn this_process() -> u32 {
        if cfg!(unix) { process::id() } else { 0 }
    }

    /// Locks `mutex`. Returns `None` if the mutex stays locked. This can happen after a fork, if a thread of the parent
    /// process held the mutex. That thread does not exist in the child process, so it never unlocks the mutex.
    fn lock<T>(mutex: &'static Mutex<T>) -> Option<MutexGuard<'static, T>> {
        /// Number of attempts to lock the mutex. Threads hold the lock only while they search or change a short list,
        /// so these attempts suffice unless the mutex is stuck after a fork.
        const ATTEMPTS: usize = 100;
        for _ in 0..ATTEMPTS {
            match mutex.try_lock() {
                Ok(guard) => return Some(guard),
                Err(TryLockError::Poisoned(guard)) => return Some(guard.into_inner()),
                Err(TryLockError::WouldBlock) => thread::yield_now(),
            }
        }
        None
    }
}

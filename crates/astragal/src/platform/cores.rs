//! How many cores work on one message, and the threads that stand for them.
//!
//! The threads are ours, not those of `rayon`'s global pool: a process that forks takes a pool along but
//! none of its threads, and work that is given to such a pool never comes back. Ours is known by the number
//! of the process that started it, so that a child starts its own when it first needs one. A program that
//! calls from inside a pool of its own keeps to that one.

/// How many cores may work on one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "alloc"),
    expect(
        unreachable_pub,
        reason = "the tree hashes in parts name it, and they need an allocator"
    )
)]
pub enum Cores {
    /// The caller's.
    One,
    /// All, with the feature `parallel`; one without.
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

    /// Runs `work` so that the tree hashes in it that use all cores, as
    /// [`Kt::absorb_parallel`](crate::xof::Kt::absorb_parallel), use so many threads. Outputs never depend on it.
    ///
    /// The threads stay for the next call: starting them costs more than hashing a megabyte. Where they
    /// cannot be started, `work` runs all the same, on what there is.
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
        let Some(result) = result else { unreachable!("the work was done") };
        result
    }

    /// Has whatever uses all cores run on the program's own threads from now on, in all threads; `None` goes back to
    /// the library's. What runs inside [`on_threads`] or a pool of `rayon`'s keeps to that.
    ///
    /// A process that forks takes none of the executor's threads along: the child has one core until it sets an executor
    /// of its own, or `None`.
    pub fn set_executor(executor: Option<Arc<dyn Executor>>) {
        let process = this_process();
        let set = executor.map(|executor| Set { process, executor });
        // Dropped once the lock is open again: it is not ours.
        let before = lock(&EXECUTOR).and_then(|mut current| mem::replace(&mut *current, set));
        match before {
            // To drop a parent's may be to wait for threads that are not here.
            Some(parents) if parents.process != process => mem::forget(parents),
            others => drop(others),
        }
    }

    /// The program's executor, and the process that set it.
    #[derive(Clone)]
    struct Set {
        process: u32,
        executor: Arc<dyn Executor>,
    }

    static EXECUTOR: Mutex<Option<Set>> = Mutex::new(None);

    /// Where tasks run side by side: the pool that we are in, the program's executor, or ours of as many threads as
    /// there are cores. None where that is one, or no thread can be started.
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

    /// What is done with a part of so many, and where what comes of it is written.
    type Work<'a> = &'a (dyn Fn(usize, &mut [u8], &mut [u8; 16]) + Sync);

    pub(crate) enum Pool {
        Current,
        Own(Arc<ThreadPool>),
        Programs(Arc<dyn Executor>),
    }

    impl Pool {
        /// Does `work` in the pool. Neither here nor below does it have a type of its own, for each of which all of
        /// `rayon` would be compiled again.
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

        /// Does both side by side in the pool.
        pub(crate) fn both(
            self,
            first: &mut (dyn FnMut() + Send),
            second: &mut (dyn FnMut() + Send),
        ) {
            self.run(&mut || both(first, second));
        }

        /// Does `work` on each part of so many bytes in the pool, and gives what it writes of them in their order.
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

    /// Does both side by side in the pool that we are in.
    pub(crate) fn both(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
        rayon::join(first, second);
    }

    /// A pool, and what it is known by.
    struct Started {
        process: u32,
        threads: usize,
        pool: Arc<ThreadPool>,
    }

    /// Those of parents are kept: to drop one would be to wait for threads that are not here.
    static STARTED: Mutex<Vec<Started>> = Mutex::new(Vec::new());

    /// This process's own pool of so many threads, or of one for each core if `threads` is 0.
    fn own(threads: usize) -> Option<Arc<ThreadPool>> {
        let process = this_process();
        let find = |started: &[Started]| {
            let ours = |one: &&Started| one.process == process && one.threads == threads;
            started.iter().find(ours).map(|one| Arc::clone(&one.pool))
        };
        if let Some(pool) = find(&lock(&STARTED)?) {
            return Some(pool);
        }
        // Not under the lock, which nobody is to hold for long.
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let pool = Arc::new(builder.thread_name(|i| format!("astragal-{i}")).build().ok()?);
        let mut started = lock(&STARTED)?;
        if let Some(first) = find(&started) {
            return Some(first);
        }
        started.push(Started { process, threads, pool: Arc::clone(&pool) });
        Some(pool)
    }

    /// What a child is told from its parent by. Numbers of processes are Unix's, and so is fork.
    fn this_process() -> u32 {
        if cfg!(unix) { process::id() } else { 0 }
    }

    /// What is behind the lock, or nothing if it stays locked: then a thread had it when the process forked, and
    /// that thread is not here to give it back.
    fn lock<T>(mutex: &'static Mutex<T>) -> Option<MutexGuard<'static, T>> {
        /// Whoever holds the lock looks through a few numbers, or takes one away.
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

//! Runs the library's parallel work on the program's own threads.
//!
//! The program supplies an executor, an object that runs tasks on threads. For each parallel operation, the library
//! creates a `rayon` pool. Each task that it gives to the executor is a worker of this pool. The work is queued before
//! the first worker starts, so an executor may run its tasks in sequence: the first task then does all the work. The
//! pool and its workers end when the work is done.
#![expect(unsafe_code, reason = "executor tasks must be `'static`, but the work borrows")]

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Interface to the program's own threads, on which the library can run its parallel work. Register an implementation
/// with [`set_executor`](super::set_executor).
pub trait Executor: Send + Sync {
    /// Returns the number of tasks to start for each parallel operation. This should be the number of tasks that can
    /// run at the same time.
    fn threads(&self) -> NonZeroUsize;

    /// Runs `task(0)` to `task(tasks - 1)`, each once, on any threads and in any order. Returns when all tasks have
    /// ended.
    ///
    /// A task occupies its thread until the work is done. A task that starts after the work is done returns at once, so
    /// the tasks may also run in sequence. If this function returns without having started some tasks, the library runs
    /// them.
    ///
    /// Several threads may call this function at the same time. Tasks never call this function.
    fn run(&self, tasks: usize, task: Arc<dyn Fn(usize) + Send + Sync>);
}

/// Runs `work` on the executor's threads. If no pool can be created, returns false and does not run `work`.
pub(super) fn run(executor: &dyn Executor, work: &mut (dyn FnMut() + Send)) -> bool {
    let (tasks, mut workers) = (executor.threads().get(), Vec::new());
    let pool = ThreadPoolBuilder::new().num_threads(tasks).spawn_handler(|worker| {
        workers.push(Mutex::new(Some(worker)));
        Ok(())
    });
    let Ok(pool) = pool.build() else { return false };
    let order = Order { work: Mutex::new(work), result: Mutex::new(None) };
    let loan = Arc::new(Loan::default());
    lend(pool, &loan, &order);
    let task: Arc<dyn Fn(usize) + Send + Sync> = Arc::new(move |i| {
        // Does not run the worker on a thread of another `rayon` pool, because such a thread cannot become a worker of
        // this pool.
        if rayon::current_thread_index().is_none()
            && let Some(worker) = workers.get(i).and_then(|worker| lock(worker).take())
        {
            worker.run();
        }
    });
    let ran = catch_unwind(AssertUnwindSafe(|| executor.run(tasks, Arc::clone(&task))));
    (0..tasks).for_each(|i| task(i));
    loan.wait();
    let result = lock(&order.result).take();
    let Some(result) = result else {
        unreachable!("the loan ends after the work has set its result")
    };
    if let Err(panic) = ran.and(result) {
        resume_unwind(panic);
    }
    true
}

/// Work to run in a pool. `result` is set once the work has run, and holds the panic if the work panicked.
struct Order<'w> {
    work: Mutex<&'w mut (dyn FnMut() + Send)>,
    result: Mutex<Option<thread::Result<()>>>,
}

impl Order<'_> {
    fn fulfil(&self) {
        let result = catch_unwind(AssertUnwindSafe(|| lock(&self.work)()));
        *lock(&self.result) = Some(result);
    }
}

/// Thread pool that runs the work of a single [`Order`] and then ends. [`wait`](Self::wait) blocks until the pool has
/// ended.
#[derive(Default)]
struct Loan {
    pool: Mutex<Option<ThreadPool>>,
    has_ended: Mutex<bool>,
    end: Condvar,
}

impl Loan {
    fn wait(&self) {
        let mut has_ended = lock(&self.has_ended);
        while !*has_ended {
            has_ended = self.end.wait(has_ended).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Queues a job in `pool` that runs the work of `order` and then ends the pool. The caller must keep `order` alive
/// until `loan.has_ended` is true.
fn lend(pool: ThreadPool, loan: &Arc<Loan>, order: &Order<'_>) {
    let order = AtomicPtr::new((&raw const *order).cast_mut().cast::<()>());
    let its_loan = Arc::clone(loan);
    pool.spawn(move || {
        // SAFETY: the caller keeps the `Order` alive until `has_ended` is true, and the code below sets `has_ended`
        // last. The fields of `Order` are `Send` and guarded by mutexes.
        unsafe { &*order.load(Ordering::Relaxed).cast::<Order<'_>>() }.fulfil();
        // Dropping the pool ends its workers.
        drop(lock(&its_loan.pool).take());
        *lock(&its_loan.has_ended) = true;
        its_loan.end.notify_all();
    });
    // The queued closure takes the pool out of `loan`. The pool must therefore be stored there before any worker
    // starts.
    *lock(&loan.pool) = Some(pool);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;
    use alloc::vec::Vec;
    use core::num::NonZeroUsize;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    use rayon::prelude::*;

    use super::{Executor, run};

    type Task = Arc<dyn Fn(usize) + Send + Sync>;

    /// Test executor with a number of threads and a function that runs the tasks.
    struct By<F>(usize, F);

    impl<F: Fn(usize, Task) + Send + Sync> Executor for By<F> {
        fn threads(&self) -> NonZeroUsize {
            NonZeroUsize::new(self.0).unwrap_or(NonZeroUsize::MIN)
        }
        fn run(&self, tasks: usize, task: Task) {
            (self.1)(tasks, task);
        }
    }

    fn sum(executor: &dyn Executor) -> u64 {
        let numbers: Vec<u64> = (0..10_000).collect();
        let mut sum = 0;
        assert!(run(executor, &mut || sum = numbers.par_iter().sum()));
        sum
    }

    #[test]
    fn every_executor_runs_all_tasks() {
        let multi_buffer = |tasks, task: Task| {
            thread::scope(|scope| {
                for i in 0..tasks {
                    let task = &task;
                    scope.spawn(move || task(i));
                }
            });
        };
        let late = |tasks, task: Task| {
            (0..tasks).for_each(|i| {
                let task = Arc::clone(&task);
                drop(thread::spawn(move || task(i)));
            });
        };
        let executors: [&dyn Executor; 6] = [
            &By(3, multi_buffer),
            &By(1, multi_buffer),
            &By(4, |tasks, task: Task| (0..tasks).for_each(|i| task(i))),
            &By(4, |tasks, task: Task| (0..tasks).rev().chain(0..tasks + 2).for_each(|i| task(i))),
            &By(4, |_, _| ()),
            &By(4, late),
        ];
        for (i, executor) in executors.into_iter().enumerate() {
            assert_eq!(sum(executor), 49_995_000, "executor {i}");
        }
    }

    #[test]
    fn splits_work_into_several_tasks() {
        let begun = AtomicUsize::new(0);
        let executor = By(2, |tasks, task: Task| {
            thread::scope(|scope| {
                for i in 0..tasks {
                    let (task, begun) = (&task, &begun);
                    scope.spawn(move || {
                        begun.fetch_add(1, Ordering::Relaxed);
                        task(i);
                    });
                }
            });
        });
        // The two closures wait for each other, so the test passes only with two threads.
        let barrier = std::sync::Barrier::new(2);
        let mut both = || _ = rayon::join(|| barrier.wait(), || barrier.wait());
        assert!(run(&executor, &mut both));
        assert_eq!(begun.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn panic_in_a_task_reaches_the_caller() {
        let serial = By(2, |tasks, task: Task| (0..tasks).for_each(|i| task(i)));
        let panic = catch_unwind(AssertUnwindSafe(|| run(&serial, &mut || panic!("in the work"))));
        assert!(panic.is_err());
        let broken = By(2, |_, _: Task| panic!("in the executor"));
        assert!(catch_unwind(AssertUnwindSafe(|| sum(&broken))).is_err());
    }
}

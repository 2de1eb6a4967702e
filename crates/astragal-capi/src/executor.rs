//! Threads for the functions that use several cores: the library's thread pool, or an executor that the program sets.

use core::ffi::{c_int, c_void};

use crate::error::Error;
use crate::guard::guard;

/// Task that the library passes to an executor.
pub type Task = unsafe extern "C" fn(argument: *mut c_void, index: usize);

/// Custom executor, for example the program's own thread pool.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Executor {
    /// Size of this structure, sizeof(astragal_executor). The size tells the library which version of the structure it
    /// received.
    pub size: usize,
    /// Pointer that the library passes to `run`.
    pub context: *mut c_void,
    /// Number of tasks that the library passes to each call of `run`, 1 to 65536. Set it to the number of tasks that
    /// can run at the same time. If it is 1, the calling thread does all work, and the library does not call `run`.
    pub threads: usize,
    /// Calls `task(argument, index)` once for each index from 0 to `tasks` - 1, on any threads and in any order.
    /// Returns after all these calls have returned. An example is a loop with `#pragma omp parallel for`.
    ///
    /// The calling thread may be one of the threads. The calls need not run at the same time, because no task waits for
    /// a task that has not started: a busy thread pool cannot deadlock. The tasks divide the work among themselves. A
    /// task that starts after the work is done returns at once. If `run` does not start a task, the library runs it on
    /// the calling thread. Repeated and out-of-range indices have no effect.
    pub run: Option<
        unsafe extern "C" fn(context: *mut c_void, tasks: usize, task: Task, argument: *mut c_void),
    >,
}

/// Sets the executor, which runs the work of multi-threaded functions from now on, in all threads. The multi-threaded
/// functions are chunked encryption and decryption, Argon2 with several lanes, and all functions whose names end with
/// _parallel. NULL restores the library's thread pool, which starts on first use. Outputs do not depend on the
/// executor.
///
/// A multi-threaded function calls the member `run` on its calling thread if there is enough work: about 256 KiB of
/// data for a tree hash, about 64 KiB for chunked encryption, and any amount for Argon2. Several threads may call `run`
/// at the same time. A task never calls `run`. `run` cannot report an error, and must not exit by an exception or
/// longjmp(). A task needs 256 KiB of stack, and returns only after all work is done.
///
/// After fork(), the library uses one core in the child process until the child calls astragal_set_executor() itself.
///
/// A library built without the Rust standard library uses one core and never calls the executor.
///
/// @param executor NULL, or a structure, which the library copies. The context must stay valid while the executor is
/// set, and until all calls that use the executor have returned.
/// @retval ASTRAGAL_ERR_NULL if the member `run` is NULL.
/// @retval ASTRAGAL_ERR_PARAMETER if the member `threads` is out of range, or if the library does not know a version of
/// the structure with this `size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_set_executor(executor: *const Executor) -> c_int {
    guard(|| {
        // SAFETY: the contract in astragal.h requires that `executor` is NULL or points to a structure.
        let Some(given) = (unsafe { executor.as_ref() }) else {
            custom::set(None);
            return Ok(());
        };
        let known = size_of::<Executor>();
        if given.size != known {
            return Err(Error::StructSize { given: given.size, known });
        }
        if given.run.is_none() {
            return Err(Error::Null("function of the executor"));
        }
        if !(1..=MAX_THREADS).contains(&given.threads) {
            return Err(Error::Threads(given.threads));
        }
        custom::set(Some(given));
        Ok(())
    })
}

/// Maximum number of threads of an executor. The library's own pool has the same limit.
pub(crate) const MAX_THREADS: usize = 1 << 16;

#[cfg(feature = "std")]
mod custom {
    use core::ffi::c_void;
    use core::num::NonZeroUsize;
    use std::sync::Arc;

    use astragal::threads::{self, set_executor};

    use super::Executor;

    pub(super) fn set(executor: Option<&Executor>) {
        set_executor(
            executor.map(|given| Arc::new(CustomExecutor(*given)) as Arc<dyn threads::Executor>),
        );
    }

    /// Executor that the program has set. Any thread may call its function `run`.
    struct CustomExecutor(Executor);

    // SAFETY: `astragal_set_executor` requires a context that is valid in any thread.
    unsafe impl Send for CustomExecutor {}
    // SAFETY: `astragal_set_executor` requires a context that several threads may use at the same time.
    unsafe impl Sync for CustomExecutor {}

    type Tasks = Arc<dyn Fn(usize) + Send + Sync>;

    unsafe extern "C" fn run_task(argument: *mut c_void, index: usize) {
        // SAFETY: `argument` is the pointer to a `Tasks` value that `run` below passed to the executor. `run` keeps
        // this value alive until all tasks have returned.
        let task = unsafe { &*argument.cast_const().cast::<Tasks>() };
        task(index);
    }

    impl threads::Executor for CustomExecutor {
        fn threads(&self) -> NonZeroUsize {
            NonZeroUsize::new(self.0.threads).unwrap_or(NonZeroUsize::MIN)
        }

        fn run(&self, tasks: usize, task: Tasks) {
            let argument = (&raw const task).cast_mut().cast();
            if let Some(run) = self.0.run {
                // SAFETY: `astragal_set_executor` requires a function that accepts these arguments. `task`, to which
                // `argument` points, lives until `run` returns.
                unsafe { run(self.0.context, tasks, run_task, argument) };
            }
        }
    }
}

/// Ignores custom executors, because a library without threads runs everything on one core.
#[cfg(not(feature = "std"))]
mod custom {
    pub(super) fn set(_: Option<&super::Executor>) {}
}

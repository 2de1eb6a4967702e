//! The threads that the functions for all cores run on: the library's, or the program's own.

use core::ffi::{c_int, c_void};

use crate::code::Mistake;
use crate::guard::guard;

/// A part of the work of one call, as the library hands it to an executor.
pub type Task = unsafe extern "C" fn(argument: *mut c_void, index: usize);

/// Threads of the program's own, as a pool that it has anyway.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Executor {
    /// sizeof(astragal_executor): tells the library which members your header knew.
    pub size: usize,
    /// Handed to the function.
    pub context: *mut c_void,
    /// How many tasks a call is made into, from 1 to 65536: as many as can run side by side. With 1, the caller's
    /// thread does all.
    pub threads: usize,
    /// Calls `task(argument, 0)` to `task(argument, tasks - 1)`, each once, on any threads and in any order, the caller's
    /// among them, and returns when all of these calls have returned, as `#pragma omp parallel for` does. A task stays on its
    /// thread until the work is done; one that begins afterwards returns at once. So the tasks may as well run one after
    /// the other, and none waits for one that has not begun: a pool that is busy is slower and no trap. What was not called
    /// when this returns, the caller's thread does. An index that is called twice, or none of these, does nothing.
    pub run: Option<
        unsafe extern "C" fn(context: *mut c_void, tasks: usize, task: Task, argument: *mut c_void),
    >,
}

/// Sets the threads on which everything that uses all cores works from now on, in all threads: the functions whose name
/// ends with _parallel, and Argon2 with several lanes. NULL goes back to the library's own threads, which are started
/// when they are first needed. Outputs never depend on it.
///
/// The executor's function is called by whatever thread calls such a function with enough to do, which are some 256 KiB,
/// and so by several at once where several hash at once; never by its own tasks. It cannot fail, and must not be left by
/// an exception or longjmp(). A task does not return before the work is done, and needs 256 KiB of stack. A process that
/// forks takes no threads along: the child has one core, and never calls the function, until it sets an executor or NULL.
///
/// The library built without the standard library uses one core, and never calls it.
///
/// @param executor NULL, or a structure that is copied; what its context points to stays as long as it is set and calls
/// that began with it run.
/// @return ASTRAGAL_ERR_NULL if the function is missing, ASTRAGAL_ERR_PARAMETER if the size is not one that is known, or
/// the number of threads is not one of those allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_set_executor(executor: *const Executor) -> c_int {
    guard(|| {
        // SAFETY: NULL, or the caller's structure.
        let Some(given) = (unsafe { executor.as_ref() }) else {
            programs::set(None);
            return Ok(());
        };
        let known = size_of::<Executor>();
        if given.size != known {
            return Err(Mistake::Params { given: given.size, known });
        }
        if given.run.is_none() {
            return Err(Mistake::Null("the function of the executor"));
        }
        if !(1..=MOST_THREADS).contains(&given.threads) {
            return Err(Mistake::Threads(given.threads));
        }
        programs::set(Some(given));
        Ok(())
    })
}

/// What the library's own pools of threads are bounded by.
pub(crate) const MOST_THREADS: usize = 1 << 16;

#[cfg(feature = "std")]
mod programs {
    use core::ffi::c_void;
    use core::num::NonZeroUsize;
    use std::sync::Arc;

    use astragal::threads::{self, set_executor};

    use super::Executor;

    pub(super) fn set(executor: Option<&Executor>) {
        set_executor(
            executor.map(|given| Arc::new(Programs(*given)) as Arc<dyn threads::Executor>),
        );
    }

    /// The program's threads, which it says may be used from all of its others.
    struct Programs(Executor);

    // SAFETY: the contract of `astragal_set_executor` has the context valid for calls by any thread.
    unsafe impl Send for Programs {}
    // SAFETY: as above, for several at once.
    unsafe impl Sync for Programs {}

    type Tasks = Arc<dyn Fn(usize) + Send + Sync>;

    unsafe extern "C" fn begin(argument: *mut c_void, index: usize) {
        // SAFETY: `run` below lends its argument until all tasks have returned.
        let task = unsafe { &*argument.cast_const().cast::<Tasks>() };
        task(index);
    }

    impl threads::Executor for Programs {
        fn threads(&self) -> NonZeroUsize {
            NonZeroUsize::new(self.0.threads).unwrap_or(NonZeroUsize::MIN)
        }

        fn run(&self, tasks: usize, task: Tasks) {
            let argument = (&raw const task).cast_mut().cast();
            if let Some(run) = self.0.run {
                // SAFETY: the program's function, called as it was told; the tasks live until it returns.
                unsafe { run(self.0.context, tasks, begin, argument) };
            }
        }
    }
}

/// There is one core.
#[cfg(not(feature = "std"))]
mod programs {
    pub(super) fn set(_: Option<&super::Executor>) {}
}

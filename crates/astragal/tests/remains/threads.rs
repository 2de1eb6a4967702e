//! Checks that operations that run on several threads leave no secret on any of them.

use astragal::aead::Gcm;
use astragal::cipher::{
    Aes128, Aes256, Aria256, Camellia128, Camellia256, Ctr, Kuznyechik, Serpent256, Sm4,
    Twofish256, Xts,
};
use astragal::xof::Blake3Xof;

use crate::Findings;
use crate::remains::{on_a_thread, secret};

/// Processes long messages in chunks, on threads whose stacks are scanned.
#[test]
fn parallel_work_leaves_no_secret_on_other_threads() {
    on_a_thread(|| {
        let message = vec![0x11; (2 << 20) + 77];
        let key = secret(64);
        let mut findings = Findings::default();
        let key32 = key.first_chunk().expect("the key is long enough");
        let operation = &mut || {
            let mut out = [0; 32];
            let mut xof = Blake3Xof::keyed(key32);
            xof.absorb_parallel(&message);
            xof.finalize().squeeze(&mut out);
        };
        workers::watch(&mut findings, "blake3, keyed", operation);
        let mut tag = [0; 16];
        macro_rules! gcm {
        ($($cipher:ty),+) => { $(
            let (mut text, gcm) = (message.clone(), Gcm::<$cipher>::new(key.first_chunk().expect("the key is long enough")));
            workers::watch(&mut findings, stringify!($cipher), &mut || {
                tag = gcm.encrypt_parallel(&[1; 12], b"", &mut text).expect("the message is not too long");
            });
            workers::watch(&mut findings, stringify!($cipher), &mut || {
                gcm.decrypt_parallel(&[1; 12], b"", &mut text, &tag).expect("the tag is valid");
            });
            let mut ctr = Ctr::<$cipher>::new(key.first_chunk().expect("the key is long enough"), &[1; 16]);
            workers::watch(&mut findings, concat!(stringify!($cipher), " in CTR"), &mut || {
                ctr.apply_parallel(&mut text);
            });
        )+ };
    }
        gcm!(
            Aes128,
            Aes256,
            Aria256,
            Camellia128,
            Camellia256,
            Kuznyechik,
            Serpent256,
            Sm4,
            Twofish256
        );
        let (mut units, xts) = (message[..2 << 20].to_vec(), Xts::<Aes256>::from_slice(&key));
        let xts = xts.expect("the halves of the key differ");
        workers::watch(&mut findings, "XTS", &mut || {
            xts.encrypt_units(7, 4096, &mut units).expect("the lengths are allowed");
        });
        workers::watch(&mut findings, "XTS", &mut || {
            xts.decrypt_units(7, 4096, &mut units).expect("the lengths are allowed");
        });
        findings.check();
    });
}

mod workers {
    use std::num::NonZeroUsize;
    use std::sync::{Arc, Mutex};
    use std::thread;

    use astragal::threads::{Executor, set_executor};

    use crate::remains::{Remains, after, on_a_thread};
    use crate::{Findings, forgive_padding};

    /// Executor that runs each task on its own thread and scans the thread's stack afterwards.
    #[derive(Default)]
    struct Watched(Mutex<Vec<Remains>>);

    impl Executor for Watched {
        fn threads(&self) -> NonZeroUsize {
            NonZeroUsize::new(2).expect("2 is not zero")
        }

        fn run(&self, tasks: usize, task: Arc<dyn Fn(usize) + Send + Sync>) {
            thread::scope(|scope| {
                for i in 0..tasks {
                    let task = Arc::clone(&task);
                    scope.spawn(move || {
                        let remains = on_a_thread(move || after(&mut || task(i)));
                        self.0.lock().expect("no thread panics with the lock held").push(remains);
                    });
                }
            });
        }
    }

    /// Runs `operation` and adds the data that it left on its threads to `findings`.
    pub(super) fn watch(findings: &mut Findings, name: &str, operation: &mut dyn FnMut()) {
        let watched = Arc::new(Watched::default());
        set_executor(Some(watched.clone()));
        // `after` fills this thread's stack with a known value before it runs the operation. The operation passes
        // objects with padding to other threads. Without the fill, the padding would hold old words of this stack, and
        // the scans of the other threads' stacks would report them. The result of `after` is not needed.
        after(operation);
        set_executor(None);
        let remains =
            std::mem::take(&mut *watched.0.lock().expect("no thread panics with the lock held"));
        assert!(!remains.is_empty(), "{name} did not use other threads");
        for mut remains in remains {
            // Ignores isolated words. Each thread's stack holds one such word: the seed of the thread's random number
            // generator.
            forgive_padding(&mut remains);
            findings.add(name, "a part", &remains);
        }
    }
}

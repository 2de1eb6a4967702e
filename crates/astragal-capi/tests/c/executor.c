/*
 * Tests multi-threaded functions with executors that the program sets. One executor is a thread pool. The others run
 * tasks in sequence, late, more than once, or not at all. Also tests calls from several threads, a child process after
 * fork(), and the return to the library's own pool.
 */
#define _POSIX_C_SOURCE 200809L

#include <astragal.h>

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

/* `cargo xtask races` defines this as `static`. Threads then share the buffer, and ThreadSanitizer must report it. */
#ifndef DIGEST_STORAGE
#define DIGEST_STORAGE
#endif

enum { LEN = 3 << 20, THREADS = 3, NAMES = 4, STACK = 256 << 10 };
static uint8_t data[LEN];
static const char *const names[NAMES] = {"kt128", "kt256", "parallelhash128", "blake3"};
static uint8_t expected[NAMES + 1][32];

static void hash_all(void) {
    DIGEST_STORAGE uint8_t out[32];
    for (size_t i = 0; i < NAMES; i++) {
        astragal_xof *xof;
        CHECK_OK(astragal_xof_new(&xof, astragal_find(ASTRAGAL_XOF, names[i]), NULL));
        CHECK_OK(astragal_xof_absorb_parallel(xof, data, LEN));
        CHECK_OK(astragal_xof_squeeze(xof, out, 32));
        CHECK(memcmp(out, expected[i], 32) == 0);
        astragal_xof_free(xof);
    }
    CHECK_OK(astragal_argon2id(data, 8, data, 16, 1, 256, 4, out, 32));
    CHECK(memcmp(out, expected[NAMES], 32) == 0);
}

/* Thread pool. The array `calls` is a stack of calls that wait for a thread: a thread takes the newest call first. */
struct call {
    astragal_task task;
    void *argument;
    size_t index, *left;
};
struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct call calls[64];
    size_t pending, served;
    int is_over;
};

static void *work(void *pointer) {
    struct pool *pool = pointer;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        if (pool->pending > 0) {
            struct call call = pool->calls[--pool->pending];
            pthread_mutex_unlock(&pool->lock);
            call.task(call.argument, call.index);
            pthread_mutex_lock(&pool->lock);
            --*call.left;
            pool->served++;
            pthread_cond_broadcast(&pool->changed);
        } else if (pool->is_over) {
            pthread_mutex_unlock(&pool->lock);
            return NULL;
        } else {
            pthread_cond_wait(&pool->changed, &pool->lock);
        }
    }
}

static void on_pool(void *context, size_t tasks, astragal_task task, void *argument) {
    struct pool *pool = context;
    size_t left = tasks;
    pthread_mutex_lock(&pool->lock);
    CHECK(pool->pending + tasks <= 64);
    for (size_t i = 0; i < tasks; i++) {
        struct call call = {task, argument, i, &left};
        pool->calls[pool->pending++] = call;
    }
    pthread_cond_broadcast(&pool->changed);
    while (left > 0) {
        pthread_cond_wait(&pool->changed, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

static void run_in_sequence(void *context, size_t tasks, astragal_task task, void *argument) {
    for (size_t i = 0; i < tasks; i++) {
        task(argument, i);
    }
    ++*(size_t *)context;
}

static void run_repeatedly(void *context, size_t tasks, astragal_task task, void *argument) {
    for (size_t i = 2 * tasks; i > 0; i--) {
        task(argument, i - 1);
    }
    task(argument, 0);
    ++*(size_t *)context;
}

static void run_never(void *context, size_t tasks, astragal_task task, void *argument) {
    (void)tasks, (void)task, (void)argument;
    ++*(size_t *)context;
}

static void *hash_on_thread(void *unused) {
    hash_all();
    return unused;
}

static void set(void *context, size_t threads,
                void (*run)(void *, size_t, astragal_task, void *)) {
    const astragal_executor executor = {sizeof executor, context, threads, run};
    CHECK_OK(astragal_set_executor(&executor));
}

/* Hashes in a child process, where the pool's threads do not exist. alarm() ends the child if it waits for one. */
static void hash_in_child(void) {
    int status = 0;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        size_t calls = 0;
        alarm(60);
        hash_all();
        set(&calls, 2, run_in_sequence);
        hash_all();
        CHECK(calls >= NAMES);
        CHECK_OK(astragal_set_executor(NULL));
        hash_all();
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int argc, char **argv) {
    struct pool pool = {.pending = 0};
    pthread_t threads[THREADS], callers[2];
    pthread_attr_t small;
    size_t calls = 0;
    if (argc > 1) {
        CHECK_OK(astragal_cpu_limit(argv[1]));
    }
    for (size_t i = 0; i < LEN; i++) {
        data[i] = (uint8_t)(i * 167 >> 3);
    }
    for (size_t i = 0; i < NAMES; i++) {
        CHECK_OK(astragal_xof_once(astragal_find(ASTRAGAL_XOF, names[i]), NULL, data, LEN, expected[i], 32));
    }
    CHECK_OK(astragal_argon2id(data, 8, data, 16, 1, 256, 4, expected[NAMES], 32));

    const astragal_executor wrong[] = {
        {sizeof wrong[0] - 1, NULL, 1, run_never},
        {sizeof wrong[0], NULL, 1, NULL},
        {sizeof wrong[0], NULL, 0, run_never},
        {sizeof wrong[0], NULL, 65537, run_never},
    };
    const int codes[] = {ASTRAGAL_ERR_PARAMETER, ASTRAGAL_ERR_NULL, ASTRAGAL_ERR_PARAMETER, ASTRAGAL_ERR_PARAMETER};
    for (size_t i = 0; i < 4; i++) {
        CHECK(astragal_set_executor(&wrong[i]) == codes[i]);
    }
    CHECK(strstr(astragal_last_error(), "executor has 65537 threads; expected 1 to 65536") != NULL);

    set(&calls, 4, run_in_sequence);
    hash_all();
    CHECK(calls >= NAMES);
    calls = 0;
    set(&calls, 3, run_repeatedly);
    hash_all();
    CHECK(calls >= NAMES);
    calls = 0;
    set(&calls, 2, run_never);
    hash_all();
    CHECK(calls >= NAMES);
    calls = 0;
    set(&calls, 1, run_never);
    hash_all();
    CHECK(calls == 0);

    CHECK(pthread_mutex_init(&pool.lock, NULL) == 0 && pthread_cond_init(&pool.changed, NULL) == 0);
    CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, STACK) == 0);
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], &small, work, &pool) == 0);
    }
    set(&pool, THREADS, on_pool);
    hash_all();
    CHECK(pool.served >= THREADS * NAMES);
    hash_in_child();
    hash_all();
    /* Two threads use the pool at the same time. */
    for (size_t i = 0; i < 2; i++) {
        CHECK(pthread_create(&callers[i], NULL, hash_on_thread, NULL) == 0);
    }
    for (size_t i = 0; i < 2; i++) {
        CHECK(pthread_join(callers[i], NULL) == 0);
    }
    CHECK_OK(astragal_set_executor(NULL));
    calls = pool.served;
    hash_all();
    CHECK(calls == pool.served);
    pthread_mutex_lock(&pool.lock);
    pool.is_over = 1;
    pthread_cond_broadcast(&pool.changed);
    pthread_mutex_unlock(&pool.lock);
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    return 0;
}

/*
 * The process samples itself where the system does not let the tool do it: a timer of its CPU time
 * for each thread, whose signal copies registers and stack into the ring of the thread (see
 * stacks.h). Nothing is unwound here. The stack is read by a system call, so that memory which is
 * not there does no harm: the stack pointer may be anywhere.
 */
#include "runtime.h"

#include "../recording/stacks.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
#define RING_SIZE (UINT32_C(1) << 20)
#define PAGES (CGR_STACK_MOST / CGR_PAGE + 1)

/* What a thread samples into; NULL: it does not. */
static CGR_THREAD_LOCAL struct cgr_ring *own;
static CGR_THREAD_LOCAL int timer;
static pthread_key_t key;
static int signal_number; /* 0: the process does not sample itself */
static uint32_t rate;

static uint64_t cpu_time(void)
{
    struct timespec time = {0, 0};
    syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

#ifdef __x86_64__
static void copy_registers(uint64_t *out, const ucontext_t *context)
{
    static const int of_system[CGR_STACK_REGISTERS] = {
        REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8,
        REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    for (unsigned i = 0; i < CGR_STACK_REGISTERS; i++) {
        out[i] = (uint64_t)context->uc_mcontext.gregs[of_system[i]];
    }
}
#define STACK_POINTER 7

/* How much of a stack there is at most: libc puts the description of a thread at the end of its
 * stack. */
static uint64_t bytes_to_copy(uint64_t stack)
{
    uint64_t end = (uintptr_t)__builtin_thread_pointer();
    return stack < end && end - stack < CGR_STACK_MOST ? end - stack : CGR_STACK_MOST;
}

/* Page by page: a system call that meets memory which is not there leaves out the whole element.
 * @return bytes copied */
static uint64_t copy_stack(unsigned char *out, uint64_t stack)
{
    uint64_t size = bytes_to_copy(stack);
    const struct iovec to = {out, size};
    struct iovec from[PAGES];
    unsigned long count = 0;
    for (uint64_t at = stack, end = stack + size; at < end; count++) {
        uint64_t next = at / CGR_PAGE * CGR_PAGE + CGR_PAGE;
        next = next < end ? next : end;
        from[count] = (struct iovec){(void *)(uintptr_t)at, next - at};
        at = next;
    }
    long copied = syscall(SYS_process_vm_readv, getpid(), &to, 1, from, count, 0);
    return copied > 0 ? (uint64_t)copied : 0;
}

/* Where the next sample goes, in one piece. @return NULL: there is no room */
static struct cgr_stack *room(struct cgr_ring *ring, uint64_t *head)
{
    const uint64_t needed = sizeof(struct cgr_stack) + CGR_STACK_MOST;
    unsigned char *data = (unsigned char *)ring - sizeof(struct cgr_chunk) + CGR_PAGE;
    uint64_t tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
    uint64_t left = ring->size - *head % ring->size;
    uint64_t skipped = left < needed ? left : 0;
    if (*head + skipped + needed - tail > ring->size) {
        return NULL;
    }
    if (skipped) {
        struct cgr_stack *rest = (struct cgr_stack *)(data + *head % ring->size);
        rest->size = (uint32_t)skipped;
        rest->rest = 1;
        *head += skipped;
    }
    return (struct cgr_stack *)(data + *head % ring->size);
}

static void take_sample(struct cgr_ring *ring, const ucontext_t *context)
{
    uint64_t head = ring->head;
    struct cgr_stack *sample = room(ring, &head);
    if (!sample) {
        return; /* the tool sees it by the time that passes */
    }
    sample->rest = 0;
    sample->time = cpu_time();
    sample->epoch = __atomic_load_n(&cgr_runtime.header->epoch, __ATOMIC_RELAXED);
    copy_registers(sample->registers, context);
    sample->stack_size =
        copy_stack((unsigned char *)(sample + 1), sample->registers[STACK_POINTER]);
    sample->size = (uint32_t)((sizeof *sample + sample->stack_size + 7) / 8 * 8);
    __atomic_store_n(&ring->head, head + sample->size, __ATOMIC_RELEASE);
}
#else
static void take_sample(struct cgr_ring *ring, const ucontext_t *context)
{
    (void)ring;
    (void)context;
}
#endif

static void on_timer(int number, siginfo_t *info, void *context)
{
    int old_errno = errno;
    struct cgr_ring *ring = own;
    (void)number;
    (void)info;
    if (ring && !cgr_sealed) {
        take_sample(ring, context);
    }
    errno = old_errno;
}

/* A ring that no thread uses any more. @return NULL: there is none */
static struct cgr_ring *find_free(void)
{
    char *at = (char *)cgr_runtime.header + CGR_PAGE;
    const char *end = (char *)cgr_runtime.header + cgr_file_size();
    while (at < end) {
        struct cgr_chunk *chunk = (struct cgr_chunk *)at;
        struct cgr_ring *ring = (struct cgr_ring *)(chunk + 1);
        uint32_t kind = __atomic_load_n(&chunk->kind, __ATOMIC_ACQUIRE);
        uint32_t state = CGR_RING_FREE;
        if (kind == CGR_CHUNK_NONE) {
            return NULL; /* another thread is making it */
        }
        if (kind == CGR_CHUNK_STACKS &&
            __atomic_compare_exchange_n(&ring->state, &state, CGR_RING_TAKEN, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            return ring;
        }
        at += chunk->size;
    }
    return NULL;
}

static struct cgr_ring *new_ring(void)
{
    struct cgr_chunk *chunk = cgr_chunk_new(CGR_PAGE + RING_SIZE);
    if (!chunk) {
        return NULL;
    }
    struct cgr_ring *ring = (struct cgr_ring *)(chunk + 1);
    ring->size = RING_SIZE;
    ring->state = CGR_RING_TAKEN;
    cgr_chunk_publish(chunk, CGR_CHUNK_STACKS, 0);
    return ring;
}

static void use_ring(struct cgr_ring *ring)
{
    ring->tid = (uint32_t)syscall(SYS_gettid);
    ring->began = cpu_time();
    ring->ended = 0;
    prctl(PR_GET_NAME, ring->name);
    __atomic_store_n(&ring->state, CGR_RING_USED, __ATOMIC_RELEASE);
}

static bool start_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                             .sigev_signo = signal_number,
                             .sigev_value.sival_int = CGR_SIGNAL_VALUE};
    const uint64_t period = SECOND / rate;
    const struct timespec every = {(time_t)(period / SECOND), (long)(period % SECOND)};
    const struct itimerspec times = {every, every};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    return syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0 &&
           syscall(SYS_timer_settime, timer, 0, &times, NULL) == 0;
}

static void end_ring(struct cgr_ring *ring)
{
    ring->ended = cpu_time();
    __atomic_store_n(&ring->state, CGR_RING_ENDED, __ATOMIC_RELEASE);
}

/* A thread or the program ends. Not the child of a vfork or raw clone, which has the memory of its
 * parent. */
static void end_thread(void *data)
{
    struct cgr_ring *ring = data;
    if (own == ring && !cgr_sealed && ring->tid == (uint32_t)syscall(SYS_gettid)) {
        own = NULL;
        syscall(SYS_timer_delete, timer);
        end_ring(ring);
    }
}

void cgr_stacks_thread(void)
{
    int old_errno = errno;
    bool wanted = signal_number && !own;
    struct cgr_ring *ring = wanted && !cgr_sealed ? find_free() : NULL;
    if (wanted && !cgr_sealed && !ring) {
        ring = new_ring();
    }
    if (ring) {
        use_ring(ring);
        own = ring;
    }
    if (ring && !start_timer()) {
        own = NULL;
        end_ring(ring);
        ring = NULL;
    }
    if (ring) {
        pthread_setspecific(key, ring);
    } else if (wanted) {
        cgr_add(&cgr_runtime.header->lost, 1);
    }
    errno = old_errno;
}

/* A debugger would stop the program at each signal. */
static bool is_traced(void)
{
    static const char key[] = "\nTracerPid:\t";
    char text[1024];
    int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/status", O_RDONLY | O_CLOEXEC);
    long length = file < 0 ? 0 : syscall(SYS_read, file, text, sizeof text - 1);
    cgr_close(file);
    text[length > 0 ? length : 0] = '\0';
    const char *found = strstr(text, key);
    return found && found[sizeof key - 1] != '0';
}

bool cgr_stacks_start(void)
{
    const char *text = getenv(CGR_ENV_SAMPLE);
    bool traced = is_traced();
    rate = text && !traced ? (uint32_t)strtoul(text, NULL, 10) : 0;
    cgr_add(&cgr_runtime.header->lost, traced);
    if (rate && pthread_key_create(&key, end_thread) == 0) {
        signal_number = cgr_signal_take(on_timer);
    }
    if (signal_number) {
        cgr_stacks_thread();
    }
    return signal_number != 0;
}

void cgr_stacks_forget(void)
{
    own = NULL;
}

static void end_own(void)
{
    if (own) {
        end_thread(own);
    }
}

void cgr_stacks_seal(void)
{
    cgr_add(&cgr_runtime.header->lost, own != NULL);
    end_own();
}

/* What other threads did since their last samples is not known. */
__attribute__((destructor)) static void end(void)
{
    end_own();
}

/*
 * Opens a ring for each processor, and takes records from all of them in order of time, in the
 * layout of perf_event_open(2).
 */
#include "events.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
#define COMPLETE_AFTER                                                                             \
    2000000      /* nanoseconds until what another processor writes is in its ring                 \
                  */
#define WAIT 100 /* milliseconds */
#define SAMPLES_IN_RING 128u
#define LARGEST_RING (UINT64_C(8) << 20)
#define SMALLEST_RING (UINT64_C(128) << 10)

/* What records have behind thread and time: the number of their event. */
#define TRAILER 24u

/* A ring: the system writes at the head, we read at the tail. */
struct ring {
    int event;
    struct perf_event_mmap_page *page;
    unsigned char *data;
    uint64_t size;
    uint64_t tail;
    uint64_t head;       /* as far as we may read now */
    uint64_t time;       /* of the record at the tail */
    unsigned char *copy; /* of a record that goes around the end */
};

/* A counter on a processor. */
struct counting {
    int event; /* descriptor */
    uint32_t counter;
};

/* How far an event had counted in a thread at its last sample. */
struct thread_count {
    uint64_t id; /* of the system: of a counter on a processor */
    uint64_t value;
    uint32_t tid;
};

static guint hash_count(gconstpointer data)
{
    const struct thread_count *count = data;
    return (guint)count->id * 31 + count->tid;
}

static gboolean equal_counts(gconstpointer x, gconstpointer y)
{
    const struct thread_count *a = x;
    const struct thread_count *b = y;
    return a->id == b->id && a->tid == b->tid;
}

struct events {
    GArray *rings;       /* struct ring */
    GArray *counting;    /* struct counting: events that write into them */
    GHashTable *numbers; /* of the system for these to number of the counter + 1 */
    GHashTable *counts;  /* struct thread_count, its own value */
    bool reads_counts;   /* samples of counters have what these have counted in the thread */
    bool kernel;
    uint64_t page_size;
};

/* The registers that are asked for, in the system's order, and their DWARF numbers. */
static const struct {
    unsigned bit;
    unsigned number;
} registers[] = {{0, 0},   {1, 3},   {2, 2},   {3, 1},   {4, 4},  {5, 5},
                 {6, 6},   {7, 7},   {8, 16},  {16, 8},  {17, 9}, {18, 10},
                 {19, 11}, {20, 12}, {21, 13}, {22, 14}, {23, 15}};

static uint64_t register_mask(void)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(registers); i++) {
        mask |= UINT64_C(1) << registers[i].bit;
    }
    return mask;
}

static struct perf_event_attr description(const struct events_settings *settings, bool kernel)
{
    return (struct perf_event_attr){
        .size = sizeof(struct perf_event_attr),
        .type = PERF_TYPE_SOFTWARE,
        .config = PERF_COUNT_SW_CPU_CLOCK,
        .sample_period = SECOND / settings->rate,
        .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                       PERF_SAMPLE_PERIOD | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
        .sample_regs_user = register_mask(),
        .sample_stack_user = settings->stack / 8 * 8,
        .disabled = 1,
        .enable_on_exec = 1,
        .inherit = 1,
        .exclude_kernel = !kernel,
        .exclude_hv = 1,
        .mmap = 1,
        .mmap2 = 1,
        .comm = 1,
        .comm_exec = 1,
        .task = 1,
        .context_switch = 1,
        .sample_id_all = 1,
        .use_clockid = 1,
        .clockid = CLOCK_MONOTONIC,
        .watermark = 1,
    };
}

/* @return 0 or an errno */
static int try_ring(struct events *events, struct ring *ring, struct perf_event_attr *wanted,
                    pid_t pid, int processor)
{
    wanted->wakeup_watermark = (uint32_t)(ring->size / 4);
    ring->event =
        (int)syscall(SYS_perf_event_open, wanted, pid, processor, -1, PERF_FLAG_FD_CLOEXEC);
    if (ring->event < 0) {
        return errno;
    }
    void *mapped = mmap(NULL, events->page_size + ring->size, PROT_READ | PROT_WRITE, MAP_SHARED,
                        ring->event, 0);
    if (mapped == MAP_FAILED) {
        int reason = errno;
        close(ring->event);
        return reason == EPERM ? ENOMEM : reason;
    }
    ring->page = mapped;
    ring->data = (unsigned char *)mapped + events->page_size;
    ring->copy = g_malloc(UINT16_MAX + 1);
    return 0;
}

/* How much memory a user may lock for rings is limited. */
static int open_ring(struct events *events, struct perf_event_attr *wanted, pid_t pid,
                     int processor)
{
    struct ring ring = {.size = SMALLEST_RING};
    while (ring.size < LARGEST_RING && ring.size < SAMPLES_IN_RING * wanted->sample_stack_user) {
        ring.size *= 2;
    }
    int reason = try_ring(events, &ring, wanted, pid, processor);
    while (reason == ENOMEM && ring.size > SMALLEST_RING) {
        ring.size /= 2;
        reason = try_ring(events, &ring, wanted, pid, processor);
    }
    if (!reason) {
        g_array_append_val(events->rings, ring);
    }
    return reason;
}

/* Since Linux 6.12 a sample of an inherited event may have its count in the thread. */
static bool can_read_counts(void)
{
    struct perf_event_attr wanted = {.size = sizeof wanted,
                                     .type = PERF_TYPE_SOFTWARE,
                                     .config = PERF_COUNT_SW_DUMMY,
                                     .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_READ,
                                     .inherit = 1,
                                     .exclude_kernel = 1};
    int event = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (event >= 0) {
        close(event);
    }
    return event >= 0;
}

/* A counter on a processor; what it samples is in the ring of that. What the system does not count
 * here was left out before (counters.h). */
static void open_counter(struct events *events, const struct events_settings *settings,
                         uint32_t number, pid_t pid, int processor)
{
    struct perf_event_attr wanted = description(settings, events->kernel);
    const struct ring *ring = &g_array_index(events->rings, struct ring, events->rings->len - 1);
    uint64_t id = 0;
    wanted.type = settings->counters[number].type;
    wanted.config = settings->counters[number].config;
    wanted.freq = 1;
    wanted.sample_freq = settings->rate;
    wanted.mmap = wanted.mmap2 = wanted.comm = wanted.comm_exec = 0;
    wanted.task = wanted.context_switch = 0;
    wanted.wakeup_watermark = (uint32_t)(ring->size / 4);
    wanted.sample_type |= events->reads_counts ? PERF_SAMPLE_READ : 0;
    int event =
        (int)syscall(SYS_perf_event_open, &wanted, pid, processor, -1, PERF_FLAG_FD_CLOEXEC);
    if (event < 0) {
        return;
    }
    const struct counting counting = {event, number};
    g_array_append_val(events->counting, counting);
    if (ioctl(event, PERF_EVENT_IOC_ID, &id) == 0 &&
        ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, ring->event) == 0) {
        g_hash_table_insert(events->numbers, GSIZE_TO_POINTER(id), GUINT_TO_POINTER(number + 1));
    }
}

static void close_rings(struct events *events)
{
    for (guint i = 0; i < events->counting->len; i++) {
        close(g_array_index(events->counting, struct counting, i).event);
    }
    g_array_set_size(events->counting, 0);
    g_hash_table_remove_all(events->numbers);
    for (guint i = 0; i < events->rings->len; i++) {
        struct ring *ring = &g_array_index(events->rings, struct ring, i);
        munmap(ring->page, events->page_size + ring->size);
        close(ring->event);
        g_free(ring->copy);
    }
    g_array_set_size(events->rings, 0);
}

/* An event for each processor: an inherited one has no ring of its own. */
static int open_rings(struct events *events, pid_t pid, const struct events_settings *settings,
                      bool kernel)
{
    struct perf_event_attr wanted = description(settings, kernel);
    int reason = 0;
    events->kernel = kernel;
    for (long i = 0; i < sysconf(_SC_NPROCESSORS_CONF) && !reason; i++) {
        reason = open_ring(events, &wanted, pid, (int)i);
        for (uint32_t number = 0; !reason && number < settings->counter_count; number++) {
            open_counter(events, settings, number, pid, (int)i);
        }
        reason = reason == ENODEV ? 0 : reason; /* switched off */
    }
    if (reason) {
        close_rings(events);
    }
    return reason;
}

struct events *events_open(pid_t pid, const struct events_settings *settings, int *reason)
{
    struct events *events = g_new0(struct events, 1);
    events->rings = g_array_new(FALSE, TRUE, sizeof(struct ring));
    events->counting = g_array_new(FALSE, FALSE, sizeof(struct counting));
    events->numbers = g_hash_table_new(NULL, NULL);
    events->counts = g_hash_table_new_full(hash_count, equal_counts, g_free, NULL);
    events->reads_counts = settings->counter_count && can_read_counts();
    events->page_size = (uint64_t)sysconf(_SC_PAGESIZE);
    *reason = open_rings(events, pid, settings, true);
    if (*reason == EACCES || *reason == EPERM) {
        *reason = open_rings(events, pid, settings, false);
    }
    if (*reason) {
        events_free(events);
        return NULL;
    }
    return events;
}

void events_free(struct events *events)
{
    if (events) {
        close_rings(events);
        g_array_unref(events->rings);
        g_array_unref(events->counting);
        g_hash_table_unref(events->numbers);
        g_hash_table_unref(events->counts);
        g_free(events);
    }
}

bool events_see_kernel(const struct events *events)
{
    return events->kernel;
}

uint64_t events_total(const struct events *events, uint32_t counter)
{
    uint64_t total = 0;
    for (guint i = 0; i < events->counting->len; i++) {
        const struct counting *counting = &g_array_index(events->counting, struct counting, i);
        uint64_t value;
        if (counting->counter == counter &&
            read(counting->event, &value, sizeof value) == sizeof value) {
            total += value;
        }
    }
    return total;
}

void events_wait(struct events *events, int process)
{
    struct pollfd *waiting = g_new0(struct pollfd, events->rings->len + 1);
    for (guint i = 0; i < events->rings->len; i++) {
        waiting[i].fd = g_array_index(events->rings, struct ring, i).event;
        waiting[i].events = POLLIN;
    }
    waiting[events->rings->len] = (struct pollfd){.fd = process, .events = POLLIN};
    poll(waiting, events->rings->len + 1, WAIT);
    g_free(waiting);
}

/* The record at the tail, in one piece. */
static const struct perf_event_header *record_at(struct ring *ring)
{
    uint64_t at = ring->tail % ring->size;
    const struct perf_event_header *header =
        (const struct perf_event_header *)(ring->data + at); /* never goes around the end */
    uint64_t before = ring->size - at;
    if (header->size <= before) {
        return header;
    }
    memcpy(ring->copy, header, before);
    memcpy(ring->copy + before, ring->data, header->size - before);
    return (const struct perf_event_header *)ring->copy;
}

static uint64_t word(const void *record, size_t offset)
{
    uint64_t value;
    memcpy(&value, (const char *)record + offset, sizeof value);
    return value;
}

static uint32_t half(const void *record, size_t offset)
{
    uint32_t value;
    memcpy(&value, (const char *)record + offset, sizeof value);
    return value;
}

/* Samples begin with the number of their event, thread and time, all other records end with thread,
 * time and number. */
static size_t place_of_thread(const struct perf_event_header *header)
{
    return header->type == PERF_RECORD_SAMPLE ? sizeof *header + 8 : header->size - TRAILER;
}

static void look_at_tail(struct ring *ring)
{
    if (ring->tail < ring->head) {
        const struct perf_event_header *header = record_at(ring);
        ring->time = word(header, place_of_thread(header) + 8);
    }
}

/* @return how much an event has counted in a thread since its last sample there */
static uint64_t count_since(const struct events *events, uint64_t id, uint32_t tid, uint64_t value)
{
    const struct thread_count wanted = {.id = id, .tid = tid};
    struct thread_count *known = g_hash_table_lookup(events->counts, &wanted);
    if (!known) {
        known = g_memdup2(&wanted, sizeof wanted);
        g_hash_table_add(events->counts, known);
    }
    uint64_t before = known->value;
    known->value = value;
    return value > before ? value - before : 0;
}

static void forget_counts(const struct events *events, uint32_t tid)
{
    GHashTableIter iterator;
    gpointer id;
    g_hash_table_iter_init(&iterator, events->numbers);
    while (g_hash_table_iter_next(&iterator, &id, NULL)) {
        g_hash_table_remove(events->counts,
                            &(struct thread_count){.id = GPOINTER_TO_SIZE(id), .tid = tid});
    }
}

static void take_sample(struct event *out, const struct events *events,
                        const struct perf_event_header *header)
{
    size_t at = sizeof *header + TRAILER;
    struct snapshot *snapshot = &out->sample.snapshot;
    uint64_t id = word(header, sizeof *header);
    guint counter = GPOINTER_TO_UINT(g_hash_table_lookup(events->numbers, GSIZE_TO_POINTER(id)));
    out->kind = EVENT_SAMPLE;
    out->sample.counter = counter ? counter - 1 : EVENTS_TIME;
    out->sample.weight = word(header, at);
    at += 8;
    if (counter && events->reads_counts) {
        out->sample.weight = count_since(events, id, out->tid, word(header, at));
        at += 8;
    }
    out->sample.in_kernel =
        (header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
    uint64_t abi = word(header, at);
    out->sample.has_registers = abi == PERF_SAMPLE_REGS_ABI_64;
    at += 8;
    for (size_t i = 0; i < G_N_ELEMENTS(registers) && abi; i++) {
        snapshot->registers[registers[i].number] = word(header, at);
        at += 8;
    }
    uint64_t size = word(header, at);
    snapshot->stack = (const unsigned char *)header + at + 8;
    snapshot->stack_size = size ? word(header, at + 8 + size) : 0;
}

static void take_mapping(struct event *out, const struct perf_event_header *header)
{
    out->kind = EVENT_MAP;
    out->pid = half(header, 8);
    out->mapping = (struct mapping){.start = word(header, 16),
                                    .end = word(header, 16) + word(header, 24),
                                    .offset = word(header, 32),
                                    .inode = word(header, 48),
                                    .path = (const char *)header + 72};
}

static void take_name(struct event *out, const struct perf_event_header *header)
{
    out->kind = header->misc & PERF_RECORD_MISC_COMM_EXEC ? EVENT_EXEC : EVENT_NAME;
    out->pid = half(header, 8);
    out->tid = half(header, 12);
    out->name = (const char *)header + 16;
}

/* The layout of records is that of perf_event_open(2). @return whether it is of interest */
static bool take_record(struct event *out, const struct events *events,
                        const struct perf_event_header *header)
{
    size_t thread = place_of_thread(header);
    *out = (struct event){.pid = half(header, thread), .tid = half(header, thread + 4)};
    out->time = word(header, thread + 8);
    switch (header->type) {
    case PERF_RECORD_SAMPLE:
        take_sample(out, events, header);
        return true;
    case PERF_RECORD_SWITCH:
        out->kind = header->misc & PERF_RECORD_MISC_SWITCH_OUT ? EVENT_SWITCH_OUT : EVENT_SWITCH_IN;
        return true;
    case PERF_RECORD_MMAP2:
        take_mapping(out, header);
        return true;
    case PERF_RECORD_COMM:
        take_name(out, header);
        return true;
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT:
        out->kind = header->type == PERF_RECORD_FORK ? EVENT_FORK : EVENT_EXIT;
        out->pid = half(header, 8);
        out->parent_pid = half(header, 12);
        out->tid = half(header, 16);
        forget_counts(events, out->tid);
        return true;
    case PERF_RECORD_LOST:
        out->kind = EVENT_LOST;
        out->lost = word(header, 16);
        return true;
    default:
        return false;
    }
}

static struct ring *earliest(struct events *events)
{
    struct ring *found = NULL;
    for (guint i = 0; i < events->rings->len; i++) {
        struct ring *ring = &g_array_index(events->rings, struct ring, i);
        if (ring->tail < ring->head && (!found || ring->time < found->time)) {
            found = ring;
        }
    }
    return found;
}

static void release(struct ring *ring)
{
    __atomic_store_n(&ring->page->data_tail, ring->tail, __ATOMIC_RELEASE);
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

void events_take(struct events *events, bool all, void (*take)(void *, const struct event *),
                 void *user)
{
    uint64_t until = all ? UINT64_MAX : now() - COMPLETE_AFTER;
    struct ring *ring;
    for (guint i = 0; i < events->rings->len; i++) {
        ring = &g_array_index(events->rings, struct ring, i);
        ring->head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
        look_at_tail(ring);
    }
    while ((ring = earliest(events)) != NULL && ring->time < until) {
        const struct perf_event_header *header = record_at(ring);
        struct event event;
        if (take_record(&event, events, header)) {
            take(user, &event);
        }
        ring->tail += header->size;
        release(ring);
        look_at_tail(ring);
    }
}

/*
 * Tries the system's events first and falls back to timers. While the command runs it hands on
 * samples to the sampler, and at the end says what was lost.
 */
#include "run/sample.h"

#include "../../sample/sampler.h"
#include "../../sample/stack_events.h"
#include "choose/tell.h"
#include "loss/losses.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
#define LOOK_EVERY 10 /* milliseconds from one look at what processes sampled to the next */
#define PARANOIA "/proc/sys/kernel/perf_event_paranoid"

struct sampling {
    struct events_settings settings;
    struct events *events; /* of the system; NULL: by timers */
    struct stacks *stacks;
};

static char *describe_refusal(int reason)
{
    char *level = NULL;
    g_file_get_contents(PARANOIA, &level, NULL, NULL);
    char *text =
        g_strdup_printf("the system refuses perf_event_open: %s (" PARANOIA
                        " is %s, which must be 2 or less, and a container must allow the call)",
                        g_strerror(reason), level ? g_strstrip(level) : "not readable");
    g_free(level);
    return text;
}

static int try_system(void)
{
    int reason = 0;
    const struct events_settings least = {.rate = 1, .stack = 8};
    events_free(events_open(getpid(), &least, &reason));
    return reason;
}

bool sample_is_allowed(void)
{
    return try_system() == 0;
}

char *sample_refusal(void)
{
    return describe_refusal(try_system());
}

uint32_t sample_timer_rate(const struct record_settings *settings)
{
    struct timespec tick = {0, 0};
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
    uint64_t ticks = tick.tv_nsec ? SECOND / (uint64_t)tick.tv_nsec : settings->rate;
    return ticks < settings->rate ? (uint32_t)ticks : settings->rate;
}

static bool prepare_child(void *user, GPid pid)
{
    struct sampling *sampling = user;
    int reason = 0;
    sampling->events = events_open(pid, &sampling->settings, &reason);
    if (!sampling->events) {
        char *refusal = describe_refusal(reason);
        cli_error("%s; --timers needs neither", refusal);
        g_free(refusal);
    }
    return sampling->events != NULL;
}

static void take_samples(const struct sampling *sampling, bool all, struct sampler *sampler)
{
    if (sampling->stacks) {
        stacks_take(sampling->stacks, all, sampler_take, sampler);
    } else {
        events_take(sampling->events, all, sampler_take, sampler);
    }
}

static void wait_for_samples(const struct sampling *sampling, int process)
{
    struct pollfd end = {.fd = process, .events = POLLIN};
    if (sampling->stacks) {
        poll(&end, 1, LOOK_EVERY);
    } else {
        events_wait(sampling->events, process);
    }
}

static void follow(struct launch *launch, const struct sampling *sampling, struct sampler *sampler)
{
    int process = (int)syscall(SYS_pidfd_open, launch->pid, 0);
    while (!launch_ended(launch, false)) {
        wait_for_samples(sampling, process);
        take_samples(sampling, false, sampler);
    }
    take_samples(sampling, true, sampler);
    if (process >= 0) {
        close(process);
    }
}

/* What a sampler asks where it does not find frames. */
struct looking {
    struct stacks *stacks;
    struct sampler *sampler;
};

static bool look_at_process(void *user, uint32_t pid)
{
    const struct looking *looking = user;
    return stacks_look(looking->stacks, pid, sampler_take, looking->sampler);
}

static void say_lost_events(uint64_t lost)
{
    if (lost) {
        losses_add("%" G_GUINT64_FORMAT " events of the system were lost because cgrecord had no "
                   "processor for too long; times are less exact",
                   lost);
    }
}

/* Threads that share processors miss some ticks. */
static void say_lost_stacks(const struct stacks_summary *summary, uint64_t samples)
{
    if (summary->missed > samples / 5) {
        losses_add("%" G_GUINT64_FORMAT " samples are missing, for processors were busy or threads "
                   "hold signals back; the next sample of the thread has their time",
                   summary->missed);
    }
    if (summary->threads) {
        losses_add(
            "%" G_GUINT64_FORMAT
            " thread%s %s not sampled: a thousand others of the process ran, there was no timer "
            "(ulimit -i), no room on the disk (TMPDIR), system calls were forbidden (seccomp), or "
            "a "
            "debugger would stop at each sample",
            summary->threads, cli_s(summary->threads), summary->threads == 1 ? "was" : "were");
    }
}

static void say_losses(const struct sampling *sampling, const struct sampler *sampler)
{
    tell_of_running(sampling->stacks ? stacks_summary(sampling->stacks)->running
                                     : sampler_running(sampler));
    if (sampling->stacks) {
        say_lost_stacks(stacks_summary(sampling->stacks), sampler_summary(sampler)->samples);
    } else {
        say_lost_events(sampler_summary(sampler)->lost_events);
    }
}

/* The counters of the system and the numbers of their metrics. */
struct counting {
    GArray *events;  /* struct events_counter */
    GArray *numbers; /* uint32_t */
    struct counters *counters;
};

static void count_amount(void *user, const char *recording, uint32_t node, uint32_t counter,
                         uint64_t amount)
{
    const struct counting *counting = user;
    counters_add(counting->counters, recording, node,
                 g_array_index(counting->numbers, uint32_t, counter), amount);
}

static void counting_init(struct counting *counting, struct counters *counters)
{
    *counting = (struct counting){g_array_new(FALSE, FALSE, sizeof(struct events_counter)),
                                  g_array_new(FALSE, FALSE, sizeof(uint32_t)), counters};
    for (uint32_t i = 0; i < counters_count(counters); i++) {
        struct events_counter event;
        if (counters_event(counters, i, &event)) {
            g_array_append_val(counting->events, event);
            g_array_append_val(counting->numbers, i);
        }
    }
}

/* The system says with each sample how many it stands for, which is not exact. */
static void counting_add_up(const struct counting *counting, const struct events *events)
{
    for (uint32_t i = 0; i < counting->numbers->len; i++) {
        counters_add_up(counting->counters, g_array_index(counting->numbers, uint32_t, i),
                        events_total(events, i));
    }
}

static void counting_clear(struct counting *counting)
{
    g_array_unref(counting->events);
    g_array_unref(counting->numbers);
}

static bool start_program(struct launch *launch, const struct record_settings *settings,
                          const char *directory, const char *library, struct sampling *sampling)
{
    const struct launch_gate gate = {prepare_child, sampling};
    if (settings->timers) {
        sampling->stacks = stacks_new(directory, SECOND / sample_timer_rate(settings));
        return launch_start(launch, settings, directory, library, NULL);
    }
    bool started = launch_start(launch, settings, directory, NULL, &gate);
    if (started && !events_see_kernel(sampling->events)) {
        cli_note("time in the system is not sampled, and counts where the program goes on "
                 "(" PARANOIA " is above 1)");
    }
    return started;
}

bool sample_run(struct launch *launch, const struct record_settings *settings,
                const char *directory, const char *library, struct counters *counters)
{
    struct counting counting;
    counting_init(&counting, counters);
    struct sampling sampling = {
        .settings = {settings->rate, settings->stack,
                     (const struct events_counter *)(const void *)counting.events->data,
                     counting.events->len}};
    const struct tree_settings wanted = {directory, settings->memory, settings->recursion};
    bool started = start_program(launch, settings, directory, library, &sampling);
    if (started) {
        struct sampler *sampler = sampler_new(&wanted, SECOND / settings->rate);
        struct looking looking = {sampling.stacks, sampler};
        if (sampling.stacks) {
            sampler_set_look(sampler, look_at_process, &looking);
        }
        sampler_set_count(sampler, count_amount, &counting);
        follow(launch, &sampling, sampler);
        counting_add_up(&counting, sampling.events);
        say_losses(&sampling, sampler);
        sampler_free(sampler);
    }
    stacks_free(sampling.stacks);
    events_free(sampling.events);
    counting_clear(&counting);
    return started;
}

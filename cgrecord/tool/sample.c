#include "sample.h"

#include "../sample/sampler.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
#define PARANOIA "/proc/sys/kernel/perf_event_paranoid"

struct sampling {
    uint32_t rate;
    struct events *events;
};

static void say_refusal(int reason)
{
    char *level = NULL;
    g_file_get_contents(PARANOIA, &level, NULL, NULL);
    cli_error(
        "the system does not let cgrecord sample: perf_event_open: %s; " PARANOIA
        " is %s, which must be 2 or less, and a container must allow the call; --mode hooks needs "
        "neither",
        g_strerror(reason), level ? g_strstrip(level) : "not readable");
    g_free(level);
}

bool sample_is_allowed(void)
{
    int reason;
    struct events *events = events_open(getpid(), 1, &reason);
    events_free(events);
    return events != NULL;
}

static bool prepare(void *user, GPid pid)
{
    struct sampling *sampling = user;
    int reason = 0;
    sampling->events = events_open(pid, sampling->rate, &reason);
    if (!sampling->events) {
        say_refusal(reason);
    }
    return sampling->events != NULL;
}

static void follow(struct launch *launch, struct sampling *sampling, struct sampler *sampler)
{
    int process = (int)syscall(SYS_pidfd_open, launch->pid, 0);
    while (!launch_ended(launch, false)) {
        events_wait(sampling->events, process);
        events_take(sampling->events, false, sampler_take, sampler);
    }
    events_take(sampling->events, true, sampler_take, sampler);
    if (process >= 0) {
        close(process);
    }
}

static void say_summary(const struct sampler_summary *summary)
{
    if (summary->lost_events) {
        cli_warning("%" G_GUINT64_FORMAT " events of the system were lost because cgrecord had no "
                    "processor for too long; times are less exact",
                    summary->lost_events);
    }
}

bool sample_run(struct launch *launch, const struct record_settings *settings,
                const char *directory, const char *library)
{
    struct sampling sampling = {.rate = settings->rate};
    const struct launch_gate gate = {prepare, &sampling};
    const struct tree_settings wanted = {directory, settings->memory, settings->recursion};
    bool started = launch_start(launch, settings, directory, library, &gate);
    if (started) {
        struct sampler *sampler = sampler_new(&wanted, SECOND / settings->rate);
        if (!events_see_kernel(sampling.events)) {
            cli_note("time in the system is not sampled, and counts where the program goes on "
                     "(" PARANOIA " is above 1)");
        }
        follow(launch, &sampling, sampler);
        say_summary(sampler_summary(sampler));
        sampler_free(sampler);
    }
    events_free(sampling.events);
    return started;
}

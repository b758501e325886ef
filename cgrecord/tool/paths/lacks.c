/* Says what the paths of a profile lack, and puts all losses into its notes. */
#include "paths/lacks.h"

#include "loss/losses.h"
#include "read/failures.h"

#define NOT_ON_A_PATH "%" G_GUINT64_FORMAT " calls are not on a path: "
#define OF_A_CALLER "%" G_GUINT64_FORMAT " samples count for a caller of what ran: "
#define NEEDED                                                                                     \
    "a process needed more than %" G_GUINT64_FORMAT " KiB for its call paths; raise --memory"

/* Samples that found no memory keep their time. */
static void add_lost(const struct paths_summary *summary)
{
    const char *reason = failure_text(summary->full);
    uint64_t limit = summary->limit >> 10;
    if (summary->sampled && summary->full) {
        losses_add(OF_A_CALLER "%s", summary->lost, reason);
    } else if (summary->sampled) {
        losses_add(OF_A_CALLER NEEDED, summary->lost, limit);
    } else if (summary->full) {
        losses_add(NOT_ON_A_PATH "%s", summary->lost, reason);
    } else {
        losses_add(NOT_ON_A_PATH NEEDED, summary->lost, limit);
    }
}

void lacks_add(const struct paths_summary *summary, bool times)
{
    if (summary->lost) {
        add_lost(summary);
    }
    if (summary->unchosen) {
        losses_add("%u executables or libraries are recorded whole: what to choose of them was not "
                   "known in time",
                   summary->unchosen);
    }
    if (summary->unknown && times) {
        losses_add("%u thread%s no sampled time: the process had forbidden itself system calls "
                   "(seccomp)",
                   summary->unknown, summary->unknown == 1 ? " has" : "s have");
    }
    if (summary->too_deep) {
        losses_add(NOT_ON_A_PATH "deeper than 1048575 calls", summary->too_deep);
    }
}

int lacks_note(struct paths *paths, struct cg_error *error)
{
    const GPtrArray *losses = losses_all();
    int status = CG_OK;
    for (guint i = 0; i < losses->len && !status; i++) {
        status = paths_note(paths, losses->pdata[i], error);
    }
    return status;
}

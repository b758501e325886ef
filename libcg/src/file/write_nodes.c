/*
 * Divides the nodes into runs of about equal work. Each thread formats one into memory, and the
 * runs are passed on in order.
 */
#include "file/write_nodes.h"

#include <pthread.h>
#include <stdlib.h>

#define RUN_WORK 16384u /* nodes and calls */
#define MAX_JOBS 64u

/** Consecutive nodes that one thread formats. */
struct run {
    struct writer writer; /**< a copy with its own `out`, which is not passed on */
    uint32_t first;
    uint32_t end;
    pthread_t thread;
    bool started;
};

static void put_run(struct writer *w, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end && !w->write_errno && !w->out.failed; i++) {
        if (i) {
            cg_text_put(&w->out, ",", 1);
        }
        writer_node_name(w, w->order[i]);
        cg_text_put(&w->out, ":", 1);
        writer_node(w, w->order[i]);
        writer_flush(w, false);
    }
}

static void *format(void *data)
{
    struct run *run = data;
    put_run(&run->writer, run->first, run->end);
    return NULL;
}

/* Pass on the output of a run. */
static void pass_on_output(struct writer *w, struct run *run)
{
    if (run->started) {
        pthread_join(run->thread, NULL);
    }
    writer_flush(w, true);
    w->out.failed |= run->writer.out.failed;
    if (run->writer.error.status && !w->error.status) {
        w->error = run->writer.error;
    }
    if (!w->out.failed && !w->write_errno && run->writer.out.length) {
        w->write_errno = w->write(w->user, run->writer.out.bytes, run->writer.out.length);
    }
    cg_text_clear(&run->writer.out);
}

/* A node's calls are written with it, so a few nodes may be most of the file. */
static uint32_t end_of_run(const struct writer *w, uint32_t first)
{
    uint32_t end = first;
    while (end < w->count && end - first + w->out_start[end] - w->out_start[first] < RUN_WORK) {
        end++;
    }
    return end;
}

/* Assign nodes to the runs and start all but the first, which belongs to this thread. */
static void start_runs(struct writer *w, struct run *runs, uint32_t *next)
{
    for (unsigned i = 0; i < w->jobs; i++) {
        runs[i].first = *next;
        *next = end_of_run(w, *next);
        runs[i].end = *next;
        runs[i].started = i && !pthread_create(&runs[i].thread, NULL, format, &runs[i]);
    }
}

static void put_runs(struct writer *w, struct run *runs)
{
    uint32_t next = 0;
    while (next < w->count && !w->write_errno && !w->out.failed) {
        start_runs(w, runs, &next);
        for (unsigned i = 0; i < w->jobs; i++) {
            if (!runs[i].started) {
                format(&runs[i]);
            }
        }
        for (unsigned i = 0; i < w->jobs; i++) {
            pass_on_output(w, &runs[i]);
        }
    }
}

void writer_nodes(struct writer *w)
{
    w->jobs = w->jobs < MAX_JOBS ? w->jobs : MAX_JOBS;
    struct run *runs = w->jobs > 1 && w->count > 1 ? calloc(w->jobs, sizeof *runs) : NULL;
    if (!runs) {
        put_run(w, 0, w->count);
        return;
    }
    for (unsigned i = 0; i < w->jobs; i++) {
        runs[i].writer = *w;
        runs[i].writer.out = (struct cg_text){0};
        runs[i].writer.write = NULL;
    }
    put_runs(w, runs);
    for (unsigned i = 0; i < w->jobs; i++) {
        cg_text_free(&runs[i].writer.out);
    }
    free(runs);
}

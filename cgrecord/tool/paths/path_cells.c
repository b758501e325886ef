/*
 * Cells are sorted by context in runs of a size that is kept in memory. If there are several, they
 * are in the temporary file, and what is asked for is read from each.
 */
#include "paths/path_cells.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define RUN 200000u /* cells */

struct run {
    off_t place;     /* in the file */
    uint32_t *begin; /* by context: its first cell; one more at the end */
    uint32_t contexts;
};

struct path_cells {
    GArray *kept; /* struct cell: the last run */
    GArray *runs; /* struct run */
    GArray *found;
    FILE *file; /* NULL: there is one run, which is kept */
    off_t end;
    int failure; /* errno of the file */
    bool have_time;
};

static void run_clear(void *run)
{
    g_free(((struct run *)run)->begin);
}

struct path_cells *path_cells_new(void)
{
    struct path_cells *cells = g_new0(struct path_cells, 1);
    cells->kept = g_array_new(FALSE, FALSE, sizeof(struct cell));
    cells->found = g_array_new(FALSE, FALSE, sizeof(struct cell));
    cells->runs = g_array_new(FALSE, FALSE, sizeof(struct run));
    g_array_set_clear_func(cells->runs, run_clear);
    return cells;
}

void path_cells_free(struct path_cells *cells)
{
    g_array_unref(cells->kept);
    g_array_unref(cells->found);
    g_array_unref(cells->runs);
    if (cells->file) {
        fclose(cells->file);
    }
    g_free(cells);
}

static int by_cell(const void *a, const void *b)
{
    const struct cell *x = a;
    const struct cell *y = b;
    return x->context != y->context     ? (x->context > y->context ? 1 : -1)
           : x->location != y->location ? (x->location > y->location ? 1 : -1)
                                        : 0;
}

static const struct cell *kept_at(const struct path_cells *cells, guint number)
{
    return &g_array_index(cells->kept, struct cell, number);
}

/* Sort what is kept, and make one of those of a context at a location. What is counted stays apart:
 * it is not ours. */
static void unite(struct path_cells *cells)
{
    struct cell *all = (struct cell *)cells->kept->data;
    guint count = 0;
    g_array_sort(cells->kept, by_cell);
    for (guint i = 0; i < cells->kept->len; i++) {
        struct cell *last = count ? &all[count - 1] : NULL;
        if (last && by_cell(last, &all[i]) == 0 && !last->counted && !all[i].counted) {
            last->visits += all[i].visits;
            last->time += all[i].time;
        } else {
            all[count++] = all[i];
        }
    }
    g_array_set_size(cells->kept, count);
}

/* Note where each context begins. */
static void end_run(struct path_cells *cells)
{
    struct run run = {.place = cells->end};
    unite(cells);
    guint count = cells->kept->len;
    run.contexts = count ? kept_at(cells, count - 1)->context + 1 : 0;
    run.begin = g_new(uint32_t, run.contexts + 1);
    for (uint32_t context = 0, cell = 0; context <= run.contexts; context++) {
        while (cell < count && kept_at(cells, cell)->context < context) {
            cell++;
        }
        run.begin[context] = cell;
    }
    g_array_append_val(cells->runs, run);
}

static void keep_reason(struct path_cells *cells)
{
    cells->failure = cells->failure ? cells->failure : errno;
}

static void write_run(struct path_cells *cells)
{
    end_run(cells);
    size_t size = cells->kept->len * sizeof(struct cell);
    if (!cells->file) {
        cells->file = tmpfile();
    }
    if (!cells->file || fwrite(cells->kept->data, 1, size, cells->file) != size) {
        keep_reason(cells);
    }
    cells->end += (off_t)size;
    g_array_set_size(cells->kept, 0);
}

void path_cells_add(struct path_cells *cells, const struct cell *cell)
{
    cells->have_time = cells->have_time || cell->time > 0;
    if (cells->kept->len == RUN) {
        unite(cells);
        if (cells->kept->len > RUN / 2) {
            write_run(cells);
        }
    }
    g_array_append_vals(cells->kept, cell, 1);
}

int path_cells_failed(int reason, struct cg_error *error)
{
    *error = (struct cg_error){.status = CG_E_IO};
    g_snprintf(error->text, sizeof error->text, "temporary file: %s", g_strerror(reason));
    return CG_E_IO;
}

int path_cells_finish(struct path_cells *cells, struct cg_error *error)
{
    if (cells->runs->len) {
        write_run(cells);
        if (cells->file && fflush(cells->file) != 0) {
            keep_reason(cells);
        }
    } else {
        end_run(cells);
    }
    return cells->failure ? path_cells_failed(cells->failure, error) : CG_OK;
}

/* @return whether all of it could be read */
static bool read_cells(const struct path_cells *cells, struct cell *out, guint count, off_t place)
{
    char *bytes = (char *)out;
    size_t size = count * sizeof *out;
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(fileno(cells->file), bytes + done, size - done, place + (off_t)done);
        if (got <= 0 && errno != EINTR) {
            return false;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* @return whether they could be read */
static bool add_found(struct path_cells *cells, const struct run *run, cg_call_context context)
{
    guint before = cells->found->len;
    if (context >= run->contexts) {
        return true;
    }
    guint count = run->begin[context + 1] - run->begin[context];
    off_t place = run->place + (off_t)(run->begin[context] * sizeof(struct cell));
    g_array_set_size(cells->found, before + count);
    return read_cells(cells, &g_array_index(cells->found, struct cell, before), count, place);
}

const struct cell *path_cells_at(struct path_cells *cells, cg_call_context context, guint *count)
{
    const struct run *first = &g_array_index(cells->runs, struct run, 0);
    if (!cells->file) {
        bool any = context < first->contexts;
        *count = any ? first->begin[context + 1] - first->begin[context] : 0;
        return any ? kept_at(cells, first->begin[context]) : (const struct cell *)cells->kept->data;
    }
    g_array_set_size(cells->found, 0);
    for (guint i = 0; i < cells->runs->len; i++) {
        if (!add_found(cells, first + i, context)) {
            return NULL;
        }
    }
    g_array_sort(cells->found, by_cell);
    *count = cells->found->len;
    return &g_array_index(cells->found, struct cell, 0);
}

bool path_cells_have_time(const struct path_cells *cells)
{
    return cells->have_time;
}

/*
 * Writes a Cube 4 container: a tar archive of anchor.xml and, for each metric that was measured, an
 * index of the contexts that have values, and their values. What Cube has no element for is in
 * attributes that begin with "libcg.", so that our reader finds the same profile again.
 */
#include "profile/cubex/cubex_write.h"

#include <stdio.h>
#include <stdlib.h>

#define BLOCK 512u
#define INDEX_HEAD 22u /* CUBEX.INDEX, byte order, version, sparse, number of rows */

static void put_octal(char *field, size_t size, uint64_t number)
{
    for (size_t i = size - 1; i-- > 0; number /= 8) {
        field[i] = (char)('0' + number % 8);
    }
}

/* Sizes from 8 GiB on do not fit into octal digits. */
static void put_size(char field[12], uint64_t size)
{
    if (size < UINT64_C(1) << 33) {
        put_octal(field, 12, size);
        return;
    }
    memset(field, 0, 12);
    field[0] = (char)0x80;
    for (int i = 11; size; i--, size >>= 8) {
        field[i] = (char)(size & 0xff);
    }
}

static void begin_member(struct writer *w, const char *name, uint64_t size)
{
    char head[BLOCK] = {0};
    unsigned sum = 0;
    snprintf(head, 100, "%s", name);
    put_octal(head + 100, 8, 0644);
    put_octal(head + 108, 8, 0);
    put_octal(head + 116, 8, 0);
    put_size(head + 124, size);
    put_octal(head + 136, 12, 0);
    memset(head + 148, ' ', 8);
    head[156] = '0';
    memcpy(head + 257,
           "ustar\0"
           "00",
           8);
    for (size_t i = 0; i < BLOCK; i++) {
        sum += (unsigned char)head[i];
    }
    put_octal(head + 148, 7, sum);
    head[154] = '\0';
    writer_put(w, head, BLOCK);
}

static void end_member(struct writer *w, uint64_t size)
{
    static const char zeros[BLOCK];
    writer_put(w, zeros, (BLOCK - size % BLOCK) % BLOCK);
}

static void put_number(unsigned char *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        out[i] = (unsigned char)(number >> 8 * i);
    }
}

static bool has_values(const struct profile_metric *metric, cg_call_context context)
{
    if (context >= metric->statistic_count) {
        return false;
    }
    const struct cg_statistics *s = &metric->statistics[context];
    return s->sum != 0 || s->min != 0 || s->max != 0 || s->count;
}

static void put_index(struct writer *w, uint32_t metric, const struct cubex_rows *rows)
{
    unsigned char head[INDEX_HEAD] = "CUBEX.INDEX";
    unsigned char key[4];
    char name[32];
    uint64_t size = INDEX_HEAD + 4 * (uint64_t)rows->count;
    snprintf(name, sizeof name, "%u.index", metric);
    begin_member(w, name, size);
    put_number(head + 11, 1, 4);
    put_number(head + 15, 0, 2);
    head[17] = 1;
    put_number(head + 18, rows->count, 4);
    writer_put(w, head, sizeof head);
    for (uint32_t i = 0; i < rows->count; i++) {
        put_number(key, rows->keys[i], 4);
        writer_put(w, key, sizeof key);
    }
    end_member(w, size);
}

static uint64_t bits_of(const struct cubex_metric_form *form, double value)
{
    uint64_t bits;
    if (form->number == CUBEX_U64) {
        return value <= 0 ? 0 : value >= 0x1p64 ? UINT64_MAX : (uint64_t)value;
    }
    if (form->number == CUBEX_I64) {
        return value >= 0x1p63    ? INT64_MAX
               : value <= -0x1p63 ? 1ull << 63
                                  : (uint64_t)(int64_t)value;
    }
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void stopped(struct writer *w)
{
    if (!w->status) {
        w->status = CG_E_STATE;
        if (w->error) {
            *w->error = (struct cg_error){.status = CG_E_STATE, .text = "stopped"};
        }
    }
}

/* One value for all locations: exact sums of whole numbers. */
static void put_sum(struct writer *w, const struct cubex_metric_form *form, uint32_t metric,
                    cg_call_context context)
{
    const struct cg_statistics *s = &w->profile->metrics[metric].statistics[context];
    unsigned char bytes[8];
    put_number(bytes, form->number == CUBEX_U64 ? s->count : bits_of(form, s->sum), 8);
    writer_put(w, bytes, 8);
}

static void put_row(struct writer *w, const struct cubex_metric_form *form,
                    const struct cg_profile_row *row, double *values)
{
    unsigned char bytes[8];
    memset(values, 0, row->count * sizeof *values);
    if (!w->options->values(w->options->user, row, values)) {
        stopped(w);
    }
    for (uint32_t i = 0; i < row->count && !w->status; i++) {
        put_number(bytes, bits_of(form, values[i]), 8);
        writer_put(w, bytes, 8);
    }
}

static void put_data(struct writer *w, uint32_t metric, const struct cubex_rows *rows)
{
    const struct cubex_metric_form form = cubex_metric_form(&w->profile->metrics[metric]);
    uint32_t locations = w->options->values ? w->profile->location_count : 1;
    double *values = malloc(((size_t)locations + 1) * sizeof *values);
    uint64_t size = 10 + (uint64_t)rows->count * locations * 8;
    char name[32];
    if (!values) {
        writer_fail_memory(w);
    }
    snprintf(name, sizeof name, "%u.data", metric);
    begin_member(w, name, size);
    writer_put(w, "CUBEX.DATA", 10);
    for (uint32_t i = 0; i < rows->count && !w->status; i++) {
        const struct cg_profile_row row = {metric, rows->contexts[i], NULL, locations};
        if (w->options->values) {
            put_row(w, &form, &row, values);
        } else {
            put_sum(w, &form, metric, rows->contexts[i]);
        }
    }
    end_member(w, size);
    free(values);
}

/* The position of each context in the order that the kind of a metric numbers rows by. */
static void number_rows(cg_call_context *order, const struct cg_profile *profile,
                        const struct writer_tree *tree, enum cg_metric_kind kind)
{
    uint32_t at = 0;
    uint32_t levels;
    cg_call_context context = tree->first[0];
    if (kind == CG_METRIC_SIMPLE) {
        for (; at < profile->path_count; at++) {
            order[at] = at;
        }
        return;
    }
    for (; context != CG_NO_CONTEXT; context = writer_tree_next(tree, profile, context, &levels)) {
        if (kind == CG_METRIC_EXCLUSIVE || profile->paths[context].parent == CG_NO_CONTEXT) {
            order[at++] = context;
        }
        if (kind == CG_METRIC_INCLUSIVE) {
            for (cg_call_context child = tree->first[context + 1]; child != CG_NO_CONTEXT;
                 child = tree->next[child]) {
                order[at++] = child;
            }
        }
    }
}

static void put_metric(struct writer *w, const struct writer_tree *tree, uint32_t number,
                       struct cubex_rows *rows)
{
    const struct profile_metric *metric = &w->profile->metrics[number];
    uint32_t count = 0;
    number_rows(rows->contexts, w->profile, tree, metric->public.kind);
    for (uint32_t i = 0; i < w->profile->path_count; i++) {
        if (has_values(metric, rows->contexts[i])) {
            rows->keys[count] = i;
            rows->contexts[count++] = rows->contexts[i];
        }
    }
    rows->count = count;
    put_index(w, number, rows);
    put_data(w, number, rows);
}

static void put_anchor(struct writer *w, const struct writer_tree *tree)
{
    struct cg_text text = {0};
    cubex_write_anchor(&text, w, tree);
    uint64_t size = text.length;
    if (text.failed) {
        writer_fail_memory(w);
    }
    begin_member(w, "anchor.xml", size);
    writer_put_text(w, &text);
    end_member(w, size);
    cg_text_free(&text);
}

static void write_cubex(struct writer *w)
{
    static const char zeros[2 * BLOCK];
    size_t count = (size_t)w->profile->path_count + 1;
    struct writer_tree tree = {0};
    struct cubex_rows rows = {.contexts = malloc(count * sizeof *rows.contexts),
                              .keys = malloc(count * sizeof *rows.keys)};
    bool ok = writer_tree_make(&tree, w);
    if (!rows.contexts || !rows.keys) {
        ok = writer_fail_memory(w);
    }
    if (ok) {
        put_anchor(w, &tree);
        for (uint32_t i = 0; i < w->profile->metric_count && !w->status; i++) {
            if (w->profile->metrics[i].statistics) {
                put_metric(w, &tree, i, &rows);
            }
        }
        writer_put(w, zeros, sizeof zeros);
    }
    writer_tree_free(&tree);
    free(rows.contexts);
    free(rows.keys);
}

const struct profile_writer writer_cubex = {"cubex", write_cubex};

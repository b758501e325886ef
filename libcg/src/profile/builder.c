/*
 * Interns text (mended where it is not UTF-8), finds or makes frames and paths, and folds values
 * into the cells of cells.h. Guesses that paths come in the order of their first occurrence.
 */
#include "profile/builder.h"

#include "base/error.h"
#include "base/memory.h"
#include "profile/cells.h"
#include "profile/tables.h"
#include "strings/byte_masks.h"
#include "strings/text.h"
#include "strings/utf8.h"

#include <stdlib.h>

static uint32_t failed(struct builder *b, enum cg_status status, const char *what)
{
    if (!b->status) {
        b->status = status == CG_E_MEMORY ? cg_fail_memory(b->error)
                                          : cg_fail(b->error, status, "too many %s", what);
    }
    return BUILDER_NONE;
}

int builder_init(struct builder *b, const char *format, struct cg_error *error)
{
    *b = (struct builder){.error = error};
    b->profile = calloc(1, sizeof *b->profile);
    if (!b->profile || !cg_pool_init(&b->profile->strings)) {
        failed(b, CG_E_MEMORY, NULL);
        return b->status;
    }
    b->profile->format = format;
    b->profile->creator = CG_NO_STRING;
    b->profile->visits = UINT32_MAX;
    return CG_OK;
}

void builder_free(struct builder *b)
{
    cg_profile_free(b->profile);
    for (size_t i = 0; i < b->value_capacity; i++) {
        free(b->values[i].amounts);
    }
    free(b->values);
    cells_free(b);
}

/* Eight at a time: nearly all text is plain. */
static bool is_plain(const char *bytes, size_t length)
{
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t word = word_load(bytes + i);
        if ((word | word_equal(word, '\0')) & WORD_HIGHS) {
            return false;
        }
    }
    while (i < length && bytes[i] > 0) {
        i++;
    }
    return i == length;
}

/* Bytes that are not UTF-8, or would end the text, become U+FFFD. */
static uint32_t intern_mended(struct builder *b, const char *bytes, size_t length)
{
    struct cg_text text = {0};
    uint32_t string = CG_NO_STRING;
    for (size_t i = 0; i < length;) {
        char padded[4] = {0}; /* of the rest: a sequence does not continue past the end */
        memcpy(padded, bytes + i, length - i < 4 ? length - i : 4);
        unsigned size = padded[0] > 0 ? 1 : utf8_length((const unsigned char *)padded);
        cg_text_put(&text, size ? bytes + i : "\xef\xbf\xbd", size ? size : 3);
        i += size ? size : 1;
    }
    if (!text.failed) {
        string = cg_pool_intern(&b->profile->strings, text.bytes, text.length);
    }
    cg_text_free(&text);
    return string;
}

uint32_t builder_string(struct builder *b, const char *bytes, size_t length)
{
    if (b->status) {
        return BUILDER_NONE;
    }
    if (length > CG_LIMIT_NAME) {
        b->status = cg_fail(b->error, CG_E_LIMIT, "a name has %zu bytes, more than %u", length,
                            CG_LIMIT_NAME);
        return BUILDER_NONE;
    }
    uint32_t string = is_plain(bytes, length) ? cg_pool_intern(&b->profile->strings, bytes, length)
                                              : intern_mended(b, bytes, length);
    return string == CG_NO_STRING ? failed(b, CG_E_MEMORY, NULL) : string;
}

uint32_t builder_text(struct builder *b, const char *text)
{
    return text ? builder_string(b, text, strlen(text)) : BUILDER_NONE;
}

void builder_set_creator(struct builder *b, const char *bytes, size_t length)
{
    b->profile->creator = builder_string(b, bytes, length);
}

void builder_note(struct builder *b, uint32_t text)
{
    struct cg_profile *profile = b->profile;
    if (b->status || text == BUILDER_NONE) {
        return;
    }
    for (uint32_t i = 0; i < profile->note_count; i++) {
        if (profile->notes[i] == text) {
            return;
        }
    }
    if (profile->note_count == PROFILE_LIMIT_NOTES) {
        failed(b, CG_E_LIMIT, "notes");
    } else if (!cg_grow(&profile->notes, &profile->note_capacity, profile->note_count + 1u,
                        sizeof *profile->notes)) {
        failed(b, CG_E_MEMORY, NULL);
    } else {
        profile->notes[profile->note_count++] = text;
    }
}

void builder_set_sampled(struct builder *b, bool sampled)
{
    b->profile->sampled = sampled;
}

void builder_set_loses_tail_callers(struct builder *b, bool loses)
{
    b->profile->loses_tail_callers = loses;
}

cg_frame builder_frame(struct builder *b, const struct profile_frame *frame)
{
    if (b->status) {
        return BUILDER_NONE;
    }
    cg_frame number = tables_frame(b->profile, frame);
    if (number == UINT32_MAX) {
        bool many = b->profile->frame_count >= PROFILE_LIMIT_FRAMES;
        return failed(b, many ? CG_E_LIMIT : CG_E_MEMORY, "functions");
    }
    return number;
}

/* Paths often repeat in the order of their first occurrence: in each thread, in each part. A piece
 * that needs no look-up may come between two. */
static cg_call_context guess_path(const struct builder *b, const struct profile_path *path)
{
    for (cg_call_context i = b->last_path + 1; i <= b->last_path + 2 && i < b->profile->path_count;
         i++) {
        if (memcmp(&b->profile->paths[i], path, sizeof *path) == 0) {
            return i;
        }
    }
    return CG_NO_CONTEXT;
}

cg_call_context builder_path(struct builder *b, cg_call_context parent, cg_frame frame,
                             uint32_t site_file, uint32_t site_line, unsigned flags)
{
    if (b->status) {
        return BUILDER_NONE;
    }
    const struct profile_path path = {parent, frame, site_file, site_line, flags};
    cg_call_context number = guess_path(b, &path);
    number = number == CG_NO_CONTEXT ? tables_path(b->profile, &path) : number;
    b->last_path = number;
    if (number == UINT32_MAX && b->profile->path_count >= PROFILE_LIMIT_PATHS) {
        b->status = cg_fail(b->error, CG_E_LIMIT, "more than %u call paths", PROFILE_LIMIT_PATHS);
        return BUILDER_NONE;
    }
    if (number == UINT32_MAX) {
        return failed(b, CG_E_MEMORY, NULL);
    }
    return number;
}

static const char *kept(struct builder *b, const char *text)
{
    uint32_t string = builder_text(b, text);
    return string == BUILDER_NONE ? NULL : cg_pool_string(&b->profile->strings, string);
}

/* Visits and samples are counts, whatever unit a tool gives them: one metric everywhere. */
static const char *unit_of(const struct cg_metric *metric)
{
    bool counts =
        strcmp(metric->name, CG_METRIC_VISITS) == 0 || strcmp(metric->name, CG_METRIC_SAMPLES) == 0;
    return counts ? "occ" : metric->unit ? metric->unit : "";
}

uint32_t builder_metric(struct builder *b, const struct cg_metric *metric)
{
    struct cg_profile *profile = b->profile;
    uint32_t number = b->status ? BUILDER_NONE : cg_profile_find_metric(profile, metric->name);
    if (b->status || number != UINT32_MAX) {
        return number;
    }
    number = profile->metric_count;
    if (number >= PROFILE_LIMIT_METRICS) {
        return failed(b, CG_E_LIMIT, "metrics");
    }
    if (!cg_grow(&profile->metrics, &profile->metric_capacity, (size_t)number + 1,
                 sizeof *profile->metrics)) {
        return failed(b, CG_E_MEMORY, NULL);
    }
    struct profile_metric new = {.public = *metric};
    new.public.name = kept(b, metric->name);
    new.public.label = kept(b, metric->label);
    new.public.unit = kept(b, unit_of(metric));
    new.public.formula = kept(b, metric->formula);
    if (b->status) {
        return BUILDER_NONE;
    }
    profile->metrics[profile->metric_count++] = new;
    return number;
}

void builder_set_fractional(struct builder *b, uint32_t metric)
{
    if (!b->status) {
        b->profile->metrics[metric].public.integral = false;
    }
}

uint32_t builder_visits(struct builder *b)
{
    const struct cg_metric visits = {
        .name = CG_METRIC_VISITS, .kind = CG_METRIC_EXCLUSIVE, .integral = true};
    return builder_metric(b, &visits);
}

uint32_t builder_time(struct builder *b, enum cg_metric_kind kind)
{
    return builder_metric(b,
                          &(struct cg_metric){.name = CG_METRIC_TIME, .unit = "sec", .kind = kind});
}

uint32_t builder_location(struct builder *b, const struct cg_location *location)
{
    struct cg_profile *profile = b->profile;
    const struct profile_location new = {.name = builder_text(b, location->name),
                                         .group = builder_text(b, location->group),
                                         .rank = location->rank,
                                         .thread = location->thread};
    if (b->status) {
        return BUILDER_NONE;
    }
    if (profile->location_count >= PROFILE_LIMIT_LOCATIONS) {
        return failed(b, CG_E_LIMIT, "locations");
    }
    if (!cg_grow(&profile->locations, &profile->location_capacity,
                 (size_t)profile->location_count + 1, sizeof *profile->locations)) {
        return failed(b, CG_E_MEMORY, NULL);
    }
    profile->locations[profile->location_count] = new;
    return profile->location_count++;
}

/* The initial value of a fold. */
static double neutral(enum cg_metric_fold fold)
{
    return fold == CG_FOLD_SUM ? 0 : fold == CG_FOLD_MIN ? 0x1p1023 * 2 : -0x1p1023 * 2;
}

static double *amount_of(struct builder *b, uint32_t metric, uint32_t cell)
{
    size_t old = b->value_capacity;
    if (!cg_grow(&b->values, &b->value_capacity, (size_t)metric + 1, sizeof *b->values)) {
        failed(b, CG_E_MEMORY, NULL);
        return NULL;
    }
    if (b->value_capacity != old) {
        memset(b->values + old, 0, (b->value_capacity - old) * sizeof *b->values);
    }
    struct builder_values *values = &b->values[metric];
    if (!cg_grow(&values->amounts, &values->capacity, (size_t)cell + 1, sizeof(double))) {
        failed(b, CG_E_MEMORY, NULL);
        return NULL;
    }
    while (values->count <= cell) {
        values->amounts[values->count++] = neutral(b->profile->metrics[metric].public.fold);
    }
    return &values->amounts[cell];
}

void builder_add(struct builder *b, uint32_t location, cg_call_context path, uint32_t metric,
                 double amount)
{
    uint32_t cell = b->status ? BUILDER_NONE : cells_find(b, path, location);
    if (cell == BUILDER_NONE) {
        failed(b, CG_E_MEMORY, NULL);
        return;
    }
    double *value = amount_of(b, metric, cell);
    if (!value) {
        return;
    }
    switch (b->profile->metrics[metric].public.fold) {
    case CG_FOLD_SUM:
        *value += amount;
        break;
    case CG_FOLD_MIN:
        *value = amount < *value ? amount : *value;
        break;
    case CG_FOLD_MAX:
        *value = amount > *value ? amount : *value;
        break;
    }
}

void builder_set(struct builder *b, uint32_t metric, cg_call_context path,
                 const struct cg_statistics *statistics)
{
    if (b->status) {
        return;
    }
    struct profile_metric *m = &b->profile->metrics[metric];
    if (path >= m->statistic_count && !profile_reserve_statistics(m, path + 1)) {
        failed(b, CG_E_MEMORY, NULL);
        return;
    }
    m->statistics[path] = *statistics;
}

/* Reader of one file of a TAU profile. */
#include "profile/tau/tau.h"

#include "base/memory.h"
#include "profile/common/profile_number.h"
#include "strings/text.h"

#include <stdio.h>
#include <stdlib.h>

/* A line as read; offsets in `text`. */
struct line {
    size_t name;
    size_t name_length;
    size_t group;
};

struct tau {
    struct builder *b;
    struct source *s;
    struct cg_text text; /* names and groups of all lines */
    struct line *lines;
    size_t line_capacity;
    struct cg_pool names; /* of frames */
    size_t frame_capacity;
    size_t count_capacity;
    uint32_t visits; /* metric; BUILDER_NONE: calls do not count */
    struct tau_paths paths;
    char *metric; /* NULL: absent */
};

static bool no_memory(struct tau *t)
{
    return source_fail(t->s, CG_E_MEMORY, "out of memory");
}

static bool cut_off(struct tau *t)
{
    return source_fail(t->s, CG_E_FORMAT, "the profile is cut off");
}

/* "N templated_functions", "N templated_functions_MULTI_METRIC" */
static bool is_first_line(const char *line, const char *end, uint64_t *count, const char **metric)
{
    static const char text[] = " templated_functions";
    size_t length = sizeof text - 1;
    const char *at = number_take_whole(line, end, count);
    if (!at || (size_t)(end - at) < length || memcmp(at, text, length) != 0) {
        return false;
    }
    at += length;
    bool multi = end - at > 7 && memcmp(at, "_MULTI_", 7) == 0;
    *metric = multi ? at + 7 : NULL;
    return multi || at == end;
}

/* The value after "<name>NAME</name><value>" in the metadata. */
static const char *metadata(const char *line, size_t length, const char *name, size_t *value_length)
{
    const char *end = line + length;
    const char *at = memmem(line, length, name, strlen(name));
    at = at ? memmem(at, (size_t)(end - at), "<value>", 7) : NULL;
    const char *stop = at ? memmem(at, (size_t)(end - at), "</value>", 8) : NULL;
    *value_length = stop ? (size_t)(stop - at - 7) : 0;
    return stop ? at + 7 : NULL;
}

static bool read_head(struct tau *t, uint64_t *count)
{
    const char *line, *metric;
    size_t length;
    if (!source_line(t->s, &line, &length) || !is_first_line(line, line + length, count, &metric)) {
        return source_fail(t->s, CG_E_FORMAT, "not a TAU profile");
    }
    t->metric = metric ? strdup(metric) : NULL;
    if (metric && !t->metric) {
        return no_memory(t);
    }
    if (!source_line(t->s, &line, &length)) {
        return cut_off(t);
    }
    const char *value = metadata(line, length, "<name>TAU Version</name>", &length);
    if (value) {
        struct cg_text creator = {0};
        cg_text_add(&creator, "TAU ");
        cg_text_put(&creator, value, length);
        builder_set_creator(t->b, creator.failed ? "TAU" : creator.bytes,
                            creator.failed ? 3 : creator.length);
        cg_text_free(&creator);
    }
    return true;
}

static bool take_value(const char **at, const char *end, double *value)
{
    const char *p = *at;
    while (p < end && *p == ' ') {
        p++;
    }
    bool minus = p < end && *p == '-'; /* after overhead was subtracted */
    *at = number_take(p + minus, end, value, NULL);
    *value = *at && minus ? -*value : *value;
    return *at != NULL;
}

/* Names may contain quotes, so the text after the name is found from the end. */
static bool take_line(struct tau *t, const char *line, size_t length, struct line *out,
                      struct tau_entry *entry, uint64_t *details)
{
    static const char group[] = "GROUP=\"";
    double numbers[5];
    const char *found = NULL;
    for (const char *at = line; (at = memmem(at, (size_t)(line + length - at), group, 7)) != NULL;
         at++) {
        found = at;
    }
    const char *quote = found ? memrchr(line, '"', (size_t)(found - line)) : NULL;
    const char *close = found ? memchr(found + 7, '"', (size_t)(line + length - found - 7)) : NULL;
    if (length == 0 || *line != '"' || !quote || quote == line || !close) {
        return false;
    }
    const char *at = quote + 1;
    for (size_t i = 0; i < 5; i++) {
        if (!take_value(&at, found, &numbers[i])) {
            return false;
        }
    }
    entry->calls = numbers[0] > 0 ? numbers[0] : 0;
    entry->exclusive = numbers[2];
    entry->inclusive = numbers[3];
    *details = numbers[4] > 0 && numbers[4] < 1e18 ? (uint64_t)numbers[4] : 0;
    out->name = t->text.length;
    out->name_length = (size_t)(quote - line - 1);
    cg_text_put(&t->text, line + 1, out->name_length);
    out->group = t->text.length;
    cg_text_put(&t->text, found + 7, (size_t)(close - found - 7));
    cg_text_put(&t->text, "", 1);
    return true;
}

static bool skip_lines(struct tau *t, uint64_t count)
{
    const char *line;
    size_t length;
    for (; count; count--) {
        if (!source_line(t->s, &line, &length)) {
            return cut_off(t);
        }
    }
    return true;
}

static bool read_functions(struct tau *t, uint64_t count)
{
    const char *text;
    size_t length;
    struct tau_paths *paths = &t->paths;
    for (uint64_t i = 0; i < count; i++) {
        size_t at = paths->entry_count;
        uint64_t details;
        if (!source_line(t->s, &text, &length)) {
            return cut_off(t);
        }
        if (!cg_grow(&paths->entries, &paths->entry_capacity, at + 1, sizeof *paths->entries) ||
            !cg_grow(&t->lines, &t->line_capacity, at + 1, sizeof *t->lines)) {
            return no_memory(t);
        }
        if (!take_line(t, text, length, &t->lines[at], &paths->entries[at], &details)) {
            return source_fail(t->s, CG_E_FORMAT,
                               "not \"NAME\" CALLS SUBROUTINES EXCLUSIVE INCLUSIVE DETAILS "
                               "GROUP=\"GROUP\"");
        }
        paths->entry_count++;
        if (!skip_lines(t, details)) {
            return false;
        }
    }
    return !t->text.failed || no_memory(t);
}

/* "N aggregates" and "N userevents", with as many lines, about other things than functions. */
static bool skip_rest(struct tau *t)
{
    const char *line;
    size_t length;
    uint64_t count;
    if (!source_line(t->s, &line, &length)) {
        return cut_off(t);
    }
    const char *end = line + length;
    const char *at = number_take_whole(line, end, &count);
    if (!at || end - at != 11 || memcmp(at, " aggregates", 11) != 0) {
        return source_fail(t->s, CG_E_FORMAT, "not the number of aggregates");
    }
    if (!skip_lines(t, count)) {
        return false;
    }
    if (!source_line(t->s, &line, &length)) {
        return !t->s->status;
    }
    end = line + length;
    at = number_take_whole(line, end, &count);
    if (!at || end - at != 11 || memcmp(at, " userevents", 11) != 0) {
        return source_fail(t->s, CG_E_FORMAT, "not the number of user events");
    }
    return !count || (skip_lines(t, 1) && skip_lines(t, count));
}

/* The groups of a function without those that only mark paths. */
static uint32_t group_string(struct tau *t, const char *group)
{
    struct cg_text text = {0};
    const char *at = group;
    while (*at) {
        size_t length = strcspn(at, "|");
        const char *end = at + length;
        const char *next = *end ? end + 1 : end;
        while (at < end && *at == ' ') {
            at++;
        }
        while (end > at && end[-1] == ' ') {
            end--;
        }
        if (end > at && !(end - at == 12 && memcmp(at, "TAU_CALLPATH", 12) == 0)) {
            cg_text_add(&text, text.length ? " | " : "");
            cg_text_put(&text, at, (size_t)(end - at));
        }
        at = next;
    }
    uint32_t string =
        text.failed || !text.length ? BUILDER_NONE : builder_string(t->b, text.bytes, text.length);
    cg_text_free(&text);
    return string;
}

/* The number of samples is not a number of calls; contexts and summaries repeat those below. */
static uint32_t count_by(struct tau *t, const struct tau_name *name)
{
    const struct cg_metric samples = {.name = CG_METRIC_SAMPLES, .unit = "occ", .integral = true};
    if (!name->sampled || t->visits == BUILDER_NONE) {
        return t->visits;
    }
    builder_set_sampled(t->b, true);
    return name->kind == CG_FRAME_FUNCTION ? builder_metric(t->b, &samples) : BUILDER_NONE;
}

/* Number of a frame's name; the first line with it provides the details. */
static uint32_t find_name(struct tau *t, const char *text, size_t length, const char *group)
{
    struct tau_paths *paths = &t->paths;
    while (length && *text == ' ') {
        text++;
        length--;
    }
    while (length && text[length - 1] == ' ') {
        length--;
    }
    uint32_t number = cg_pool_intern(&t->names, text, length);
    if (number == CG_NO_STRING ||
        !cg_grow(&paths->frames, &t->frame_capacity, (size_t)number + 1, sizeof *paths->frames) ||
        !cg_grow(&paths->counts, &t->count_capacity, (size_t)number + 1, sizeof *paths->counts)) {
        no_memory(t);
        return CG_NO_STRING;
    }
    if (number == paths->name_count) {
        struct tau_name name;
        struct profile_frame frame = BUILDER_FRAME_INIT;
        tau_name(&name, text, length, group);
        frame.name = builder_string(t->b, name.name, name.name_length);
        frame.file = name.file ? builder_string(t->b, name.file, name.file_length) : BUILDER_NONE;
        frame.line = name.line;
        frame.group = group_string(t, group);
        frame.kind = name.kind;
        paths->counts[number] = count_by(t, &name);
        paths->frames[paths->name_count++] = builder_frame(t->b, &frame);
    }
    return number;
}

static bool add_piece(struct tau *t, const char *text, size_t length, const char *group)
{
    struct tau_paths *paths = &t->paths;
    uint32_t name = find_name(t, text, length, group);
    if (name == CG_NO_STRING) {
        return false;
    }
    if (!cg_grow(&paths->pieces, &paths->piece_capacity, paths->piece_count + 1,
                 sizeof *paths->pieces)) {
        return no_memory(t);
    }
    paths->pieces[paths->piece_count++] = name;
    return true;
}

/* A path shows the group of its last frame; functions' own lines came before. */
static bool split_path(struct tau *t, const struct line *line, struct tau_entry *entry)
{
    const char *at = t->text.bytes + line->name;
    const char *end = at + line->name_length;
    const char *group = t->text.bytes + line->group;
    entry->first = t->paths.piece_count;
    for (;;) {
        const char *arrow = memmem(at, (size_t)(end - at), " => ", 4);
        if (!add_piece(t, at, (size_t)((arrow ? arrow : end) - at), arrow ? "" : group)) {
            return false;
        }
        if (!arrow) {
            break;
        }
        at = arrow + 4;
    }
    entry->count = t->paths.piece_count - entry->first;
    return true;
}

static bool split_all(struct tau *t, bool paths)
{
    for (size_t i = 0; i < t->paths.entry_count; i++) {
        const struct line *line = &t->lines[i];
        bool path = memmem(t->text.bytes + line->name, line->name_length, " => ", 4) != NULL;
        if (path == paths && !split_path(t, line, &t->paths.entries[i])) {
            return false;
        }
    }
    return !t->b->status;
}

/* Clock time is in microseconds; other metrics are unchanged. */
static bool set_metrics(struct tau *t, bool calls)
{
    bool time = !t->metric || strcmp(t->metric, "TIME") == 0;
    const char *name = time ? CG_METRIC_TIME : t->metric;
    struct cg_text inclusive = {0};
    if (strcmp(name, CG_METRIC_VISITS) == 0) {
        return source_fail(t->s, CG_E_FORMAT, "a metric has the name of the number of calls");
    }
    cg_text_add(&inclusive, name);
    cg_text_put(&inclusive, ":inclusive", sizeof ":inclusive");
    if (inclusive.failed) {
        cg_text_free(&inclusive);
        return no_memory(t);
    }
    t->visits = calls ? builder_visits(t->b) : BUILDER_NONE;
    t->paths.exclusive = builder_metric(
        t->b,
        &(struct cg_metric){.name = name, .unit = time ? "sec" : "", .kind = CG_METRIC_EXCLUSIVE});
    t->paths.inclusive = builder_metric(t->b, &(struct cg_metric){.name = inclusive.bytes,
                                                                  .unit = time ? "sec" : "",
                                                                  .kind = CG_METRIC_INCLUSIVE});
    t->paths.scale = time ? 1e-6 : 1;
    cg_text_free(&inclusive);
    return !t->b->status;
}

static bool read_all(struct tau *t, bool calls)
{
    uint64_t count;
    return read_head(t, &count) && read_functions(t, count) && skip_rest(t) &&
           set_metrics(t, calls) && split_all(t, false) && split_all(t, true) &&
           (tau_build(t->b, &t->paths) || no_memory(t)) && !t->b->status;
}

bool tau_read(struct builder *b, struct source *s, uint32_t location, bool calls)
{
    struct tau t = {.b = b, .s = s, .paths.location = location};
    bool ok = (cg_pool_init(&t.names) || no_memory(&t)) && read_all(&t, calls);
    cg_pool_free(&t.names);
    cg_text_free(&t.text);
    free(t.metric);
    free(t.lines);
    free(t.paths.entries);
    free(t.paths.pieces);
    free(t.paths.frames);
    free(t.paths.counts);
    return ok;
}

bool tau_file_name(const char *path, struct tau_thread *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *end = name + strlen(name);
    const char *at = strncmp(name, "profile.", 8) == 0 ? name + 8 : NULL;
    at = at ? number_take_whole(at, end, &out->node) : NULL;
    at = at && *at == '.' ? number_take_whole(at + 1, end, &out->context) : NULL;
    at = at && *at == '.' ? number_take_whole(at + 1, end, &out->thread) : NULL;
    return at && at == end;
}

uint32_t tau_location(struct builder *b, const struct tau_thread *thread)
{
    char name[80];
    snprintf(name, sizeof name, "%llu.%llu.%llu", (unsigned long long)thread->node,
             (unsigned long long)thread->context, (unsigned long long)thread->thread);
    return builder_location(
        b, &(struct cg_location){.name = name, .rank = thread->node, .thread = thread->thread});
}

static bool read_tau(struct builder *b, struct source *s)
{
    struct tau_thread thread;
    if (!tau_file_name(s->name, &thread)) {
        thread = (struct tau_thread){0};
    }
    return tau_read(b, s, tau_location(b, &thread), true);
}

static bool recognise(const char *head, size_t length)
{
    uint64_t count;
    const char *metric;
    const char *end = memchr(head, '\n', length);
    end = end && end > head && end[-1] == '\r' ? end - 1 : end;
    return end && is_first_line(head, end, &count, &metric);
}

const struct profile_reader reader_tau = {"tau", recognise, read_tau};

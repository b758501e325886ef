/*
 * Reader of folded stacks: FRAME;FRAME;...;FRAME WEIGHT, from the outermost frame.
 *
 * Lines mostly begin as the one before does, so paths of that are kept.
 */
#include "profile/folded.h"

#include "base/memory.h"
#include "base/text.h"
#include "profile/number.h"
#include "profile/reader.h"

#include <stdlib.h>

/* So much is looked at to tell whether stacks begin with the name of a process. */
#define STYLE_HEAD (64u << 10)

struct frame_entry {
    cg_frame frame;
    uint32_t flags;
    bool known;
};

/* A frame of the line before. */
struct step {
    size_t end; /* of its text in the stack */
    cg_path path;
};

struct folded {
    struct builder *b;
    struct source *s;
    struct cg_pool texts; /* of frames; outermost ones, which may be processes, begin with ";" */
    struct frame_entry *entries;
    size_t entry_capacity;
    struct cg_text before; /* stack of the line before */
    struct step *steps;
    size_t step_capacity;
    size_t step_count;
    struct cg_text key;
    uint32_t metric;
    bool processes;       /* stacks begin with the name of a process */
    bool double_weighted; /* all lines so far end in two numbers */
};

static bool no_memory(struct folded *f)
{
    return source_fail(f->s, CG_E_MEMORY, "out of memory");
}

static struct frame_entry make_entry(struct folded *f, const char *text, size_t length, bool first)
{
    struct folded_frame parts;
    struct profile_frame frame = BUILDER_FRAME_INIT;
    folded_frame(&parts, text, length, first);
    frame.name = builder_string(f->b, parts.name, parts.name_length);
    frame.kind = parts.kind;
    if (parts.object) {
        frame.object = builder_string(f->b, parts.object, parts.object_length);
    }
    if (first && f->processes && parts.kind == CG_FRAME_FUNCTION &&
        !folded_is_entry(parts.name, parts.name_length)) {
        frame.kind = CG_FRAME_ROOT;
    }
    return (struct frame_entry){builder_frame(f->b, &frame), parts.inlined ? CG_PATH_INLINED : 0,
                                true};
}

static const struct frame_entry *find_entry(struct folded *f, const char *text, size_t length,
                                            bool first)
{
    if (first) {
        cg_text_clear(&f->key);
        cg_text_add(&f->key, ";");
        cg_text_put(&f->key, text, length);
    }
    uint32_t entry = f->key.failed ? CG_NO_STRING
                     : first       ? cg_pool_intern(&f->texts, f->key.bytes, f->key.length)
                                   : cg_pool_intern(&f->texts, text, length);
    size_t old = f->entry_capacity;
    if (entry == CG_NO_STRING ||
        !cg_grow(&f->entries, &f->entry_capacity, (size_t)entry + 1, sizeof *f->entries)) {
        no_memory(f);
        return NULL;
    }
    if (f->entry_capacity != old) {
        memset(f->entries + old, 0, (f->entry_capacity - old) * sizeof *f->entries);
    }
    if (!f->entries[entry].known) {
        f->entries[entry] = make_entry(f, text, length, first);
    }
    return &f->entries[entry];
}

static size_t common(const char *a, const char *b, size_t length)
{
    size_t same = 0;
    while (same + 64 <= length && memcmp(a + same, b + same, 64) == 0) {
        same += 64;
    }
    while (same < length && a[same] == b[same]) {
        same++;
    }
    return same;
}

/* Forget the frames that this stack does not begin with. */
static void keep_common(struct folded *f, const char *stack, size_t length)
{
    size_t most = length < f->before.length ? length : f->before.length;
    size_t same = most ? common(stack, f->before.bytes, most) : 0;
    while (f->step_count) {
        size_t end = f->steps[f->step_count - 1].end;
        if (end <= same && (end == length || stack[end] == ';')) {
            break;
        }
        f->step_count--;
    }
    f->before.length = f->step_count ? f->steps[f->step_count - 1].end : 0;
}

static bool add_step(struct folded *f, const char *text, size_t length, size_t end)
{
    const struct frame_entry *entry = find_entry(f, text, length, !f->step_count);
    if (!entry) {
        return false;
    }
    if (!cg_grow(&f->steps, &f->step_capacity, f->step_count + 1, sizeof *f->steps)) {
        return no_memory(f);
    }
    cg_path parent = f->step_count ? f->steps[f->step_count - 1].path : CG_NO_PATH;
    cg_path path = builder_path(f->b, parent, entry->frame, BUILDER_NONE, 0, entry->flags);
    f->steps[f->step_count++] = (struct step){end, path};
    return !f->b->status;
}

static bool add_stack(struct folded *f, const char *stack, size_t length)
{
    keep_common(f, stack, length);
    size_t known = f->before.length;
    size_t at = f->step_count ? known + 1 : 0;
    while (at <= length) {
        const char *semicolon = memchr(stack + at, ';', length - at);
        size_t end = semicolon ? (size_t)(semicolon - stack) : length;
        if (!add_step(f, stack + at, end - at, end)) {
            return false;
        }
        at = end + 1;
    }
    cg_text_put(&f->before, stack + known, length - known);
    return !f->before.failed || no_memory(f);
}

static size_t trimmed(const char *text, size_t length)
{
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        length--;
    }
    return length;
}

/* Length of the stack in front of the last number. @return false: no number ends the text */
static bool split_weight(const char *line, size_t *length, double *weight, bool *whole)
{
    size_t end = trimmed(line, *length);
    size_t begin = end;
    while (begin && line[begin - 1] != ' ' && line[begin - 1] != '\t') {
        begin--;
    }
    if (!begin || number_take(line + begin, line + end, weight, whole) != line + end) {
        return false;
    }
    *length = trimmed(line, begin);
    return true;
}

static bool ends_in_number(const char *text, size_t length)
{
    double weight;
    return split_weight(text, &length, &weight, NULL);
}

static bool read_line(struct folded *f, const char *line, size_t length)
{
    double weight;
    bool whole;
    if (!trimmed(line, length)) {
        return true;
    }
    if (!split_weight(line, &length, &weight, &whole)) {
        return source_fail(f->s, CG_E_FORMAT, "the line does not end in a blank and a weight");
    }
    f->double_weighted = f->double_weighted && ends_in_number(line, length);
    if (length && line[length - 1] == ';') { /* "a;b; 40", as XRay writes it */
        length = trimmed(line, length - 1);
    }
    if (!add_stack(f, line, length)) {
        return false;
    }
    if (!whole) {
        builder_set_fractional(f->b, f->metric);
    }
    builder_add(f->b, 0, f->steps[f->step_count - 1].path, f->metric, weight);
    return !f->b->status;
}

/* The two outermost frames of a stack. */
static void look_at_stack(const char *stack, size_t length, bool *process, bool *entry)
{
    const char *end = stack + length;
    const char *semicolon = memchr(stack, ';', length);
    size_t first = semicolon ? (size_t)(semicolon - stack) : length;
    if (folded_is_entry(stack, first) || *stack == '[') {
        *entry = true;
    } else if (semicolon) {
        const char *second = semicolon + 1;
        const char *stop = memchr(second, ';', (size_t)(end - second));
        *process = *process || folded_is_entry(second, (size_t)((stop ? stop : end) - second));
    }
}

/* Whether stacks begin with the name of a process: functions that begin one come second. */
static bool has_processes(struct source *s)
{
    size_t length;
    const char *head = source_peek(s, STYLE_HEAD, &length);
    const char *end = head + length;
    const char *eol;
    bool process = false, entry = false;
    for (const char *at = head; (eol = memchr(at, '\n', (size_t)(end - at))) != NULL;
         at = eol + 1) {
        double weight;
        size_t stack = (size_t)(eol - at);
        stack -= stack && at[stack - 1] == '\r';
        if (split_weight(at, &stack, &weight, NULL)) {
            look_at_stack(at, stack, &process, &entry);
        }
    }
    return process && !entry;
}

static bool read_lines(struct folded *f)
{
    const char *line;
    size_t length;
    f->processes = has_processes(f->s);
    while (source_line(f->s, &line, &length)) {
        if (!read_line(f, line, length)) {
            return false;
        }
    }
    if (!f->s->status && f->s->unended) {
        source_warn(f->s, "the last line has no end: its weight may be cut off");
    }
    if (!f->s->status && f->double_weighted && f->step_count) {
        return source_fail(f->s, CG_E_FORMAT,
                           "two weights at each line: the difference of two profiles is none");
    }
    return !f->s->status;
}

static bool read(struct builder *b, struct source *s)
{
    const struct cg_metric weight = {.name = CG_METRIC_WEIGHT, .integral = true};
    struct folded f = {.b = b, .s = s, .double_weighted = true};
    bool ok = cg_pool_init(&f.texts) || no_memory(&f);
    builder_set_sampled(b, true);
    builder_set_loses_tail_callers(b, true);
    f.metric = builder_metric(b, &weight);
    builder_location(b, &(struct cg_location){0});
    ok = ok && !b->status && read_lines(&f);
    cg_pool_free(&f.texts);
    cg_text_free(&f.before);
    cg_text_free(&f.key);
    free(f.entries);
    free(f.steps);
    return ok;
}

static bool is_text(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < ' ' && text[i] != '\t' && text[i] != '\r') {
            return false;
        }
    }
    return true;
}

/* Every line that is there as a whole ends in a number, and one has several frames or all have just
 * one word before it. Of a line longer than the head only that it has frames is known. */
static bool recognise(const char *head, size_t length)
{
    const char *end = head + length;
    bool nested = false, words = true, any = false, complete = false;
    for (const char *at = head; at < end;) {
        const char *eol = memchr(at, '\n', (size_t)(end - at));
        bool whole = eol || length < READER_HEAD;
        eol = eol ? eol : end;
        size_t line = (size_t)(eol - at);
        line -= line && at[line - 1] == '\r';
        size_t stack = line;
        double weight;
        if (!is_text(at, line) ||
            (whole && trimmed(at, line) && !split_weight(at, &stack, &weight, NULL))) {
            return false;
        }
        any = any || stack;
        complete = complete || (whole && stack);
        nested = nested || memchr(at, ';', stack);
        words = words && whole && !memchr(at, ' ', stack);
        at = eol + 1;
    }
    return any && (nested || words) && (complete || (*head != '{' && *head != '['));
}

const struct profile_reader reader_folded = {"folded", recognise, read};

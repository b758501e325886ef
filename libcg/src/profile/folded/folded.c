/*
 * Reader of folded stacks: FRAME;FRAME;...;FRAME WEIGHT, from the outermost frame.
 *
 * Lines mostly begin like the previous one, whose paths are therefore kept.
 */
#include "profile/folded/folded.h"

#include "base/memory.h"
#include "profile/common/profile_number.h"
#include "profile/common/profile_readers.h"
#include "strings/text.h"

#include <stdlib.h>

/* Bytes examined to find out whether stacks begin with the name of a process. */
#define STYLE_HEAD (64u << 10)
/* Deeper stacks are refused: a line of 256 MiB could hold 2^28 frames. */
#define MOST_FRAMES (1u << 22)

struct frame_entry {
    cg_frame frame;
    uint32_t flags;
    bool known;
};

/* A frame of the previous line. */
struct step {
    size_t end; /* of its text in the stack */
    cg_call_context path;
};

struct folded {
    struct builder *b;
    struct source *s;
    struct cg_pool
        texts; /* of frames; outermost ones begin with ";", certain processes with ";;" */
    struct frame_entry *entries;
    size_t entry_capacity;
    struct cg_text before; /* stack of the previous line */
    struct step *steps;
    size_t step_capacity;
    size_t step_count;
    struct cg_text key;
    uint32_t metric;
    bool processes;       /* all stacks begin with the name of a process */
    bool process_main;    /* one of these is named "main" */
    bool bare;            /* some begin with a function that starts a process */
    bool is_process;      /* this one begins with a process, as its second frame shows */
    bool double_weighted; /* all lines so far end in two numbers */
};

static bool no_memory(struct folded *f)
{
    return source_fail(f->s, CG_E_MEMORY, "out of memory");
}

/* If all stacks begin with a process. */
static bool may_be_process(const struct folded *f, const struct folded_frame *parts)
{
    enum folded_entry entry = folded_entry(parts->name, parts->name_length);
    return entry == FOLDED_NO_ENTRY || (entry == FOLDED_MAIN && f->process_main);
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
    if (first && parts.kind == CG_FRAME_FUNCTION &&
        (f->is_process || (f->processes && may_be_process(f, &parts)))) {
        frame.kind = CG_FRAME_ROOT;
    }
    return (struct frame_entry){builder_frame(f->b, &frame), parts.inlined ? CG_CONTEXT_INLINED : 0,
                                true};
}

static const struct frame_entry *find_entry(struct folded *f, const char *text, size_t length,
                                            bool first)
{
    if (first) {
        cg_text_clear(&f->key);
        cg_text_add(&f->key, f->is_process ? ";;" : ";");
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

/* Drop the frames that are not in the beginning of this stack. */
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
    if (f->step_count >= MOST_FRAMES) {
        return source_fail(f->s, CG_E_LIMIT, "the stack has more than %u frames", MOST_FRAMES);
    }
    if (!cg_grow(&f->steps, &f->step_capacity, f->step_count + 1, sizeof *f->steps)) {
        return no_memory(f);
    }
    cg_call_context parent = f->step_count ? f->steps[f->step_count - 1].path : CG_NO_CONTEXT;
    cg_call_context path = builder_path(f->b, parent, entry->frame, BUILDER_NONE, 0, entry->flags);
    f->steps[f->step_count++] = (struct step){end, path};
    return !f->b->status;
}

/* What the two outermost frames of a stack start. */
static void look_at(const char *stack, size_t length, enum folded_entry *first,
                    enum folded_entry *second)
{
    const char *end = stack + length;
    const char *semicolon = memchr(stack, ';', length);
    *first = folded_entry(stack, semicolon ? (size_t)(semicolon - stack) : length);
    *second = FOLDED_NO_ENTRY;
    if (semicolon) {
        const char *begin = semicolon + 1;
        const char *stop = memchr(begin, ';', (size_t)(end - begin));
        *second = folded_entry(begin, (size_t)((stop ? stop : end) - begin));
    }
}

/* Only a process precedes _start; nothing precedes main if stacks begin with _start. A process may
 * be named "main". */
static bool is_process(const struct folded *f, const char *stack, size_t length)
{
    enum folded_entry first, second;
    look_at(stack, length, &first, &second);
    return (second == FOLDED_START && first != FOLDED_START) ||
           (second == FOLDED_MAIN && first == FOLDED_NO_ENTRY && !f->bare);
}

static bool add_stack(struct folded *f, const char *stack, size_t length)
{
    bool process = is_process(f, stack, length);
    f->step_count = process == f->is_process ? f->step_count : 0;
    f->is_process = process;
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

/* "# ..." */
static bool is_comment(const char *line, size_t length)
{
    return length && *line == '#' && (length == 1 || line[1] == ' ' || line[1] == '\t');
}

/* Length of the stack before the last number. @return false: the text does not end in a number */
static bool split_weight(const char *line, size_t *length, double *weight, bool *whole)
{
    size_t end = trimmed(line, *length);
    size_t begin = end;
    while (begin && line[begin - 1] != ' ' && line[begin - 1] != '\t') {
        begin--;
    }
    bool minus = begin && line[begin] == '-';
    if (!begin || number_take(line + begin + minus, line + end, weight, whole) != line + end) {
        return false;
    }
    *weight = minus ? -*weight : *weight;
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
    if (!trimmed(line, length) || is_comment(line, length)) {
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

/* How stacks begin: with the name of a process if functions that start one come second. */
static void find_style(struct folded *f)
{
    size_t length;
    const char *head = source_peek(f->s, STYLE_HEAD, &length);
    const char *end = head + length;
    const char *eol;
    bool before_start = false, before_main = false, main_first = false;
    for (const char *at = head; (eol = memchr(at, '\n', (size_t)(end - at))) != NULL;
         at = eol + 1) {
        double weight;
        size_t stack = (size_t)(eol - at);
        stack -= stack && at[stack - 1] == '\r';
        if (!is_comment(at, stack) && split_weight(at, &stack, &weight, NULL)) {
            enum folded_entry first, second;
            look_at(at, stack, &first, &second);
            f->bare = f->bare || first == FOLDED_START;
            before_start = before_start || (second == FOLDED_START && first != FOLDED_START);
            before_main = before_main || (second == FOLDED_MAIN && first == FOLDED_NO_ENTRY);
            main_first = main_first || first == FOLDED_MAIN;
            f->process_main = f->process_main || (first == FOLDED_MAIN && second == FOLDED_START);
        }
    }
    f->processes = !f->bare && (before_start || (before_main && !main_first));
}

static bool read_lines(struct folded *f)
{
    const char *line;
    size_t length;
    find_style(f);
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
                           "two weights per line: a difference of two profiles is not a profile");
    }
    return !f->s->status;
}

static bool read_folded(struct builder *b, struct source *s)
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

/* Properties of the lines at the beginning. */
struct look {
    uint64_t fitting; /* stacks and weights */
    uint64_t others;
    bool begun;    /* a stack ends after the examined bytes */
    bool nested;   /* some have several frames */
    bool is_words; /* all have just one word before the weight */
};

static void look_at_line(struct look *look, const char *line, size_t length, bool whole)
{
    double weight;
    size_t stack = length;
    if (!trimmed(line, length) || is_comment(line, length)) {
        return;
    }
    if (whole && !split_weight(line, &stack, &weight, NULL)) {
        look->others++;
        return;
    }
    look->fitting += whole && stack;
    look->begun = look->begun || !whole;
    look->nested = look->nested || memchr(line, ';', stack);
    look->is_words = look->is_words && whole && !memchr(line, ' ', stack);
}

/* Complete lines end in a number, and one has several frames or all have just one word before it.
 * If nearly all do, reading reports the line that does not. Of a line that is not complete only its
 * frames are known. */
static bool recognise(const char *head, size_t length)
{
    struct look look = {.is_words = true};
    const char *end = head + length;
    if (memchr(head, 0, length)) {
        return false;
    }
    for (const char *at = head; at < end;) {
        const char *eol = memchr(at, '\n', (size_t)(end - at));
        bool whole = eol || length < READER_HEAD;
        eol = eol ? eol : end;
        look_at_line(&look, at, (size_t)(eol - at) - (eol > at && eol[-1] == '\r'), whole);
        at = eol + 1;
    }
    bool any = look.fitting || (look.begun && *head != '{' && *head != '[');
    return look.others ? look.nested && look.fitting > 2 * look.others
                       : any && (look.nested || look.is_words);
}

const struct profile_reader reader_folded = {"folded", recognise, read_folded};

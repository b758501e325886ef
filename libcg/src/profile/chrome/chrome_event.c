/* One event: its members, in any order, and their combined meaning. */
#include "profile/chrome/chrome.h"

#include "base/hash.h"
#include "base/memory.h"
#include "json/json_walk.h"

#include <string.h>

#define UNKNOWN_NAME "[unknown]"
#define KERNEL_PREFIX "linux:" /* uftrace's, for the kernel: linux:schedule */

enum field_name {
    FIELD_PHASE,
    FIELD_NAME,
    FIELD_CATEGORY,
    FIELD_TIME,
    FIELD_DURATION,
    FIELD_PROCESS,
    FIELD_THREAD,
    FIELD_ARGUMENTS,
    FIELD_STACK, /* from XRay, in each event */
    FIELDS,
    FIELD_OTHER = FIELDS,
};

/* The place of a value after the brace of its event; for strings without their quotes. */
struct field {
    size_t offset;
    size_t length;
    bool there;
    bool string;
    bool escaped;
};

struct event {
    struct field fields[FIELDS + 1];
    struct place place;
    const char *text; /* from its brace on */
};

/* Members */

static enum field_name name_of(const struct slice *key)
{
    static const char names[FIELDS][5] = {"ph",  "name", "cat",  "ts", "dur",
                                          "pid", "tid",  "args", "sf"};
    char padded[5] = "";
    if (key->length >= sizeof padded) {
        return FIELD_OTHER;
    }
    memcpy(padded, key->text, key->length);
    for (unsigned i = 0; i < FIELDS; i++) {
        if (memcmp(padded, names[i], sizeof padded) == 0) {
            return (enum field_name)i;
        }
    }
    return FIELD_OTHER;
}

static bool take_member(struct chrome *c, struct event *event, const struct slice *key)
{
    struct scanner *s = &c->scan;
    struct field *field = &event->fields[name_of(key)];
    struct slice value = {0};
    bool string = scanner_peek(s) == '"';
    if (!(string ? scanner_string(s, &value) : scanner_value(s, &value))) {
        return false;
    }
    *field = (struct field){.offset = (size_t)(value.text - s->keep),
                            .length = value.length,
                            .there = string || !(value.length == 4 && *value.text == 'n'),
                            .string = string,
                            .escaped = value.escaped};
    return true;
}

static bool take_members(struct chrome *c, struct event *event)
{
    struct slice key;
    bool first = true;
    event->place = scanner_place(&c->scan);
    if (!scanner_expect(&c->scan, '{', "an event")) {
        return false;
    }
    c->scan.keep = c->scan.at;
    while (scanner_next_raw_key(&c->scan, &first, &key)) {
        if (!take_member(c, event, &key)) {
            return false;
        }
    }
    event->text = c->scan.keep;
    c->scan.keep = NULL;
    return !c->scan.status;
}

/* Meaning */

static bool fail_event(struct chrome *c, const struct event *event, enum cg_status status,
                       const char *text)
{
    return scanner_fail_at(&c->scan, event->place, status, "%s", text);
}

static const char *text_of(const struct event *event, enum field_name name)
{
    return event->text + event->fields[name].offset;
}

/* Number of a string in the builder; BUILDER_NONE if it is missing or empty. */
static bool string_of(struct chrome *c, const struct event *event, enum field_name name,
                      uint32_t *out)
{
    const struct field *field = &event->fields[name];
    const char *text = text_of(event, name);
    size_t length = field->length;
    *out = BUILDER_NONE;
    if (field->escaped) {
        cg_text_clear(&c->scratch);
        json_unescape(&c->scratch, text, length);
        if (c->scratch.failed) {
            return fail_event(c, event, CG_E_MEMORY, "out of memory");
        }
        text = c->scratch.bytes;
        length = c->scratch.length;
    }
    if (field->there && length) {
        *out = builder_string(c->builder, text, length);
    }
    return !c->builder->status;
}

static bool is_kernel(const struct event *event)
{
    return event->fields[FIELD_NAME].length >= sizeof KERNEL_PREFIX - 1 &&
           memcmp(text_of(event, FIELD_NAME), KERNEL_PREFIX, sizeof KERNEL_PREFIX - 1) == 0;
}

static bool frame_of(struct chrome *c, const struct event *event, cg_frame *out)
{
    struct profile_frame frame = BUILDER_FRAME_INIT;
    if (!string_of(c, event, FIELD_NAME, &frame.name) ||
        !string_of(c, event, FIELD_CATEGORY, &frame.group)) {
        return false;
    }
    if (frame.name == BUILDER_NONE) {
        frame.name = builder_text(c->builder, UNKNOWN_NAME);
        frame.kind = CG_FRAME_UNKNOWN;
    } else if (is_kernel(event)) {
        frame.kind = CG_FRAME_KERNEL;
    }
    *out = builder_frame(c->builder, &frame);
    return !c->builder->status;
}

static bool time_of(struct chrome *c, const struct event *event, enum field_name name, int64_t *out)
{
    const struct field *field = &event->fields[name];
    unsigned decimals;
    int status = chrome_time(out, &decimals, text_of(event, name), field->length);
    if (status) {
        return fail_event(c, event, (enum cg_status)status,
                          status == CG_E_LIMIT ? "a time of more than 146 years"
                                               : "a time of an event is not a number");
    }
    decimals = decimals < 3 ? decimals : 3;
    c->decimals = decimals > c->decimals ? decimals : c->decimals;
    return true;
}

/* Threads */

static uint32_t hash_ids(const struct chrome *c, uint32_t process, uint32_t id)
{
    const uint32_t key[2] = {process, id};
    return cg_hash_bytes(c->builder->profile->strings.seed, key, sizeof key);
}

static uint32_t hash_thread(const void *user, uint32_t i)
{
    const struct chrome *c = user;
    return hash_ids(c, c->threads[i].process, c->threads[i].id);
}

static bool is_thread(const void *user, uint32_t i, const void *wanted)
{
    const struct chrome *c = user;
    const uint32_t *ids = wanted;
    return c->threads[i].process == ids[0] && c->threads[i].id == ids[1];
}

struct chrome_thread *chrome_find_thread(struct chrome *c, uint32_t process, uint32_t id)
{
    struct cg_table *table = &c->thread_table;
    if (table->used >= PROFILE_LIMIT_LOCATIONS || !cg_table_reserve(table, hash_thread, c) ||
        !cg_grow(&c->threads, &c->thread_capacity, (size_t)table->used + 1, sizeof *c->threads)) {
        return NULL;
    }
    const uint32_t ids[2] = {process, id};
    uint32_t *slot = cg_table_slot(table, hash_ids(c, process, id), is_thread, c, ids);
    if (*slot) {
        return &c->threads[*slot - 1];
    }
    struct chrome_thread *thread = &c->threads[table->used];
    *thread = (struct chrome_thread){.process = process, .id = id, .name = BUILDER_NONE};
    *slot = ++table->used;
    return thread;
}

static bool find_thread(struct chrome *c, const struct event *event, bool process_only,
                        struct chrome_thread **out)
{
    uint32_t process, id;
    if (!string_of(c, event, FIELD_PROCESS, &process) || !string_of(c, event, FIELD_THREAD, &id)) {
        return false;
    }
    *out = chrome_find_thread(c, process, process_only ? CHROME_PROCESS : id);
    return *out || fail_event(c, event, CG_E_MEMORY, "out of memory, or too many threads");
}

static bool same_id(const struct event *event, enum field_name name, const char *text,
                    size_t length)
{
    return event->fields[name].length == length && memcmp(text_of(event, name), text, length) == 0;
}

/* Most events belong to the thread of the previous one. */
static bool thread_of(struct chrome *c, const struct event *event, struct chrome_thread **out)
{
    const struct field *process = &event->fields[FIELD_PROCESS];
    const struct field *id = &event->fields[FIELD_THREAD];
    const char *last = c->last_id.bytes;
    if (last && same_id(event, FIELD_PROCESS, last, c->last_process) &&
        same_id(event, FIELD_THREAD, last + c->last_process, c->last_id.length - c->last_process)) {
        *out = &c->threads[c->last_thread];
        return true;
    }
    if (!find_thread(c, event, false, out)) {
        return false;
    }
    cg_text_clear(&c->last_id);
    cg_text_put(&c->last_id, text_of(event, FIELD_PROCESS), process->length);
    cg_text_put(&c->last_id, text_of(event, FIELD_THREAD), id->length);
    c->last_process = process->length;
    c->last_thread = (uint32_t)(*out - c->threads);
    return !c->last_id.failed || fail_event(c, event, CG_E_MEMORY, "out of memory");
}

/* Marks */

/* Whether a mark may follow the last one without sorting. At equal times begins and ends come
 * before spans, longer spans before shorter ones. */
static bool is_ordered(const struct chrome_thread *thread, const struct chrome_mark *mark)
{
    const struct chrome_mark *last = &thread->last;
    if (!thread->count || mark->at > last->at) {
        return true;
    }
    return mark->at == last->at &&
           (last->kind != CHROME_SPAN ||
            (mark->kind == CHROME_SPAN && mark->duration <= last->duration));
}

static bool add_mark(struct chrome *c, const struct event *event, struct chrome_mark *mark)
{
    struct chrome_thread *thread;
    if (!event->fields[FIELD_TIME].there) {
        return fail_event(c, event, CG_E_FORMAT, "an event without a time (\"ts\")");
    }
    if (!time_of(c, event, FIELD_TIME, &mark->at) || !thread_of(c, event, &thread)) {
        return false;
    }
    if (!is_ordered(thread, mark)) {
        thread->unordered = true;
        c->odd.backwards += mark->kind != CHROME_SPAN && mark->at < thread->last.at &&
                            thread->last.kind != CHROME_SPAN;
    }
    return chrome_journal_add(thread, mark) || fail_event(c, event, CG_E_MEMORY, "out of memory");
}

static bool add_begin(struct chrome *c, const struct event *event)
{
    struct chrome_mark mark = {.kind = CHROME_BEGIN};
    if (event->fields[FIELD_STACK].there) {
        builder_set_loses_tail_callers(c->builder, true);
    }
    return frame_of(c, event, &mark.what) && add_mark(c, event, &mark);
}

static bool add_end(struct chrome *c, const struct event *event)
{
    struct chrome_mark mark = {.kind = CHROME_END};
    return string_of(c, event, FIELD_NAME, &mark.what) && add_mark(c, event, &mark);
}

static bool add_span(struct chrome *c, const struct event *event)
{
    struct chrome_mark mark = {.kind = CHROME_SPAN};
    bool there = event->fields[FIELD_DURATION].there;
    if (there && !time_of(c, event, FIELD_DURATION, &mark.duration)) {
        return false;
    }
    if (!there || mark.duration < 0) {
        c->odd.endless++;
        mark.duration = 0;
    }
    return frame_of(c, event, &mark.what) && add_mark(c, event, &mark);
}

/* Names of processes and threads */

static bool add_name(struct chrome *c, const struct event *event)
{
    const struct field *name = &event->fields[FIELD_NAME];
    const struct field *arguments = &event->fields[FIELD_ARGUMENTS];
    const struct slice text = {text_of(event, FIELD_NAME), name->length, false};
    const struct cg_value object = {text_of(event, FIELD_ARGUMENTS), arguments->length};
    struct cg_value value;
    struct chrome_thread *thread;
    bool process = slice_is(&text, "process_name");
    if ((!process && !slice_is(&text, "thread_name")) || !arguments->there || arguments->string ||
        !json_member(&value, &object, "name") || *value.text != '"') {
        return true;
    }
    struct event given = {.place = event->place, .text = value.text};
    given.fields[FIELD_NAME] =
        (struct field){.offset = 1, .length = value.length - 2, .there = true, .escaped = true};
    uint32_t string;
    if (!string_of(c, &given, FIELD_NAME, &string) || !find_thread(c, event, process, &thread)) {
        return false;
    }
    thread->name = string;
    return true;
}

bool chrome_event(struct chrome *c)
{
    struct event event;
    memset(event.fields, 0, sizeof event.fields);
    if (!take_members(c, &event)) {
        return false;
    }
    switch (event.fields[FIELD_PHASE].length == 1 ? *text_of(&event, FIELD_PHASE) : 0) {
    case 'B':
        return add_begin(c, &event);
    case 'E':
        return add_end(c, &event);
    case 'X':
        return add_span(c, &event);
    case 'M':
        return add_name(c, &event);
    case 'P':
        c->odd.samples++;
        return true;
    default:
        return true;
    }
}

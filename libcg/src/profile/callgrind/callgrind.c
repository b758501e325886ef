/* callgrind.out: all lines except those of the header. */
#include "profile/callgrind/callgrind.h"
#include "profile/common/profile_readers.h"

/* --- names --------------------------------------------------------------------------------- */

static uint32_t take_name(struct callgrind *c, enum callgrind_space space)
{
    return callgrind_take_name(&c->tree.names, space, &c->line);
}

static bool read_ob(struct callgrind *c)
{
    c->object = take_name(c, CALLGRIND_OBJECT);
    return true;
}

static bool read_fl(struct callgrind *c)
{
    c->file = c->function_file = take_name(c, CALLGRIND_FILE);
    c->file_is_new = true;
    return true;
}

static bool read_fi(struct callgrind *c)
{
    c->file = take_name(c, CALLGRIND_FILE);
    c->file_is_new = true;
    return true;
}

static bool read_fn(struct callgrind *c)
{
    uint32_t function = take_name(c, CALLGRIND_FUNCTION);
    if (c->file_is_new) {
        c->function_file = c->file;
    } else {
        c->file = c->function_file; /* the previous function ended in inlined code */
    }
    if (!c->source->status && !c->builder->status) {
        callgrind_tree_enter(&c->tree, function, c->object, c->file);
    }
    return true;
}

static bool read_cob(struct callgrind *c)
{
    c->called_object = take_name(c, CALLGRIND_OBJECT);
    c->has_called_object = true;
    return true;
}

static bool read_cfi(struct callgrind *c)
{
    c->called_file = take_name(c, CALLGRIND_FILE);
    c->has_called_file = true;
    return true;
}

static bool read_cfn(struct callgrind *c)
{
    c->called = take_name(c, CALLGRIND_FUNCTION);
    c->has_called = true;
    return true;
}

/* Names that only define a number. */
static bool read_other_file(struct callgrind *c)
{
    take_name(c, CALLGRIND_FILE);
    return true;
}

static bool read_other_function(struct callgrind *c)
{
    take_name(c, CALLGRIND_FUNCTION);
    return true;
}

/* --- costs --------------------------------------------------------------------------------- */

static bool read_calls(struct callgrind *c)
{
    if (!c->has_called) {
        return source_fail(c->source, CG_E_FORMAT, "a call without a callee: 'cfn=' is missing");
    }
    c->next = CALLGRIND_CALL; /* the beginning of the callee is not needed */
    callgrind_blanks(&c->line);
    return callgrind_number(&c->line, &c->call_count);
}

static bool read_jump(struct callgrind *c)
{
    c->next = CALLGRIND_JUMP;
    return true;
}

static bool enter_unknown(struct callgrind *c)
{
    struct callgrind_line unknown = {.source = c->source, .at = "???"};
    unknown.end = unknown.at + 3;
    uint32_t function = callgrind_take_name(&c->tree.names, CALLGRIND_FUNCTION, &unknown);
    if (c->source->status || c->builder->status) {
        return false;
    }
    callgrind_tree_enter(&c->tree, function, c->object, c->file);
    return true;
}

static void add_call(struct callgrind *c, const double *values, uint32_t count)
{
    const struct callgrind_position *position = &c->position;
    bool has_line = position->line < position->count && c->file != BUILDER_NONE;
    const struct callgrind_call call = {
        .function = c->called,
        .object = c->has_called_object ? c->called_object : c->object,
        .file = c->has_called_file ? c->called_file : c->file,
        .site_file = c->file,
        .site_line =
            has_line ? (uint32_t)position->at[position->line] : 0, /* without a file: none */
        .count = c->call_count,
    };
    callgrind_tree_call(&c->tree, &call, values, count);
    c->has_called = c->has_called_object = c->has_called_file = false;
}

static bool read_costs(struct callgrind *c)
{
    double values[CALLGRIND_LIMIT_EVENTS];
    bool whole = true;
    if (!callgrind_take_position(&c->line, &c->position)) {
        return false;
    }
    uint32_t count = callgrind_take_costs(&c->line, values, c->tree.column_count, &whole);
    if (count == UINT32_MAX) {
        return false;
    }
    if (!whole) {
        c->fractional = true;
        callgrind_tree_broken(&c->tree);
    }
    if (c->next != CALLGRIND_JUMP && c->tree.function == BUILDER_NONE && !enter_unknown(c)) {
        return false;
    }
    if (c->next == CALLGRIND_CALL) {
        add_call(c, values, count);
    } else if (c->next == CALLGRIND_SELF) {
        callgrind_tree_self(&c->tree, values, count);
        c->untotalled = true;
    }
    c->next = CALLGRIND_SELF;
    c->file_is_new = false;
    return true;
}

/* --- lines --------------------------------------------------------------------------------- */

/* Most frequent first. */
static const struct callgrind_key body_keys[] = {
    {"calls=", read_calls},
    {"cfn=", read_cfn},
    {"cfi=", read_cfi},
    {"cfl=", read_cfi},
    {"cob=", read_cob},
    {"fi=", read_fi},
    {"fe=", read_fi},
    {"fn=", read_fn},
    {"fl=", read_fl},
    {"ob=", read_ob},
    {"jcnd=", read_jump},
    {"jump=", read_jump},
    {"jfi=", read_other_file},
    {"jfn=", read_other_function},
    {"frfn=", read_other_function},
    {"rec=", callgrind_ignore},
    {NULL, NULL},
};

static const struct callgrind_key *find_key(struct callgrind_line *line,
                                            const struct callgrind_key *keys)
{
    for (; keys->text; keys++) {
        if (callgrind_take(line, keys->text)) {
            return keys;
        }
    }
    return NULL;
}

/* "word=" or "word:" of a later version. */
static bool read_unknown(struct callgrind *c)
{
    size_t length = strcspn(c->line.at, "=:");
    size_t word =
        strspn(c->line.at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (!word || word != length || !c->line.at[length]) {
        return source_fail(c->source, CG_E_FORMAT, "this is not a line of callgrind's format");
    }
    if (!c->warned) {
        source_warn(c->source, "unknown key '%.*s' ignored", (int)(length < 40 ? length + 1 : 40),
                    c->line.at);
        c->warned = true;
    }
    return true;
}

static bool read_key(struct callgrind *c)
{
    if (c->next != CALLGRIND_SELF) {
        return source_fail(c->source, CG_E_FORMAT, "a cost line is missing after '%s'",
                           c->next == CALLGRIND_CALL ? "calls=" : "jump=");
    }
    const struct callgrind_key *key = find_key(&c->line, body_keys);
    key = key ? key : find_key(&c->line, callgrind_header_keys);
    return key ? key->read(c) : read_unknown(c);
}

static bool read_line(struct callgrind *c)
{
    callgrind_blanks(&c->line);
    switch (*c->line.at) {
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
    case '+':
    case '-':
    case '*':
        return read_costs(c);
    case '#':
        return true;
    default:
        return c->line.at == c->line.end || read_key(c);
    }
}

static bool finish_file(struct callgrind *c)
{
    callgrind_tree_finish(&c->tree);
    if (c->source->status || c->builder->status) {
        return false;
    }
    if (c->next != CALLGRIND_SELF) {
        return source_fail(c->source, CG_E_FORMAT, "the file ends within a call or a jump");
    }
    if (!c->tree.events.count) {
        return source_fail(c->source, CG_E_FORMAT, "there is no 'events:' line");
    }
    if (c->by_callgrind && c->untotalled) {
        source_warn(c->source, "the file ends without 'totals:', it may be cut off");
    }
    /* Converters of samples know the callers, but not the counts. */
    builder_set_sampled(c->builder, c->tree.calls && c->tree.visits == BUILDER_NONE);
    return true;
}

static bool callgrind_read(struct builder *b, struct source *s)
{
    struct callgrind c = {.builder = b, .source = s, .position = {.count = 1}};
    bool ok = true;
    size_t length;
    c.object = c.file = c.function_file = BUILDER_NONE;
    c.line.source = s;
    if (!callgrind_tree_init(&c.tree, b, s)) {
        ok = source_fail(s, CG_E_MEMORY, "out of memory");
    }
    while (ok && source_line(s, &c.line.at, &length)) {
        c.line.end = c.line.at + length;
        ok = read_line(&c) && !s->status && !b->status;
    }
    ok = ok && finish_file(&c);
    callgrind_tree_free(&c.tree);
    return ok;
}

/* --- recognising --------------------------------------------------------------------------- */

/* A beginning with known keys only. */
static bool callgrind_recognise(const char *head, size_t length)
{
    struct callgrind_line line = {.at = head, .end = head};
    bool known = false;
    for (const char *end = head; line.at < head + length; line.at = end) {
        end = memchr(line.at, '\n', (size_t)(head + length - line.at));
        end = end ? end + 1 : head + length;
        line.end = end;
        if (callgrind_take(&line, "# callgrind format") || callgrind_take(&line, "events:") ||
            find_key(&line, body_keys)) {
            return true;
        }
        if (find_key(&line, callgrind_header_keys)) {
            known = true;
        } else if (*line.at != '#' && *line.at != '\r' && *line.at != '\n') {
            return false;
        }
    }
    return known;
}

const struct profile_reader reader_callgrind = {"callgrind", callgrind_recognise, callgrind_read};

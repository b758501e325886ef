/* callgrind.out: what its lines say. */
#include "profile/callgrind.h"
#include "profile/reader.h"

#include <stdio.h>

struct callgrind {
    struct builder *builder;
    struct source *source;
    struct callgrind_tree tree;
    struct callgrind_position position;
    struct callgrind_line line;
    uint32_t object;
    uint32_t file;          /* of the next cost line */
    uint32_t function_file; /* of the function */
    bool file_is_new;       /* no cost line was since it was named */
    /* target of the next call; what is not named is as in the caller */
    uint32_t called;
    uint32_t called_object;
    uint32_t called_file;
    bool has_called;
    bool has_called_object;
    bool has_called_file;
    uint64_t call_count;
    enum { SELF, CALL, JUMP } next; /* what the next cost line is of */
    bool by_callgrind;
    bool untotalled; /* there were costs since the last "totals:" */
    bool fractional; /* totals would be rounded */
    bool warned;
};

static bool is(const struct callgrind_line *line, const char *key, size_t length)
{
    return (size_t)(line->end - line->at) >= length && memcmp(line->at, key, length) == 0;
}

/* Take a key, with its "=" or ":". */
static bool take(struct callgrind_line *line, const char *key)
{
    size_t length = strlen(key);
    if (!is(line, key, length)) {
        return false;
    }
    line->at += length;
    return true;
}

/* --- header -------------------------------------------------------------------------------- */

/* Take a word; nothing at the end of the line. */
static bool take_word(struct callgrind_line *line, const char **word, size_t *length)
{
    callgrind_blanks(line);
    *word = line->at;
    *length = strcspn(line->at, " \t");
    line->at += *length;
    return *length != 0;
}

static bool read_events(struct callgrind *c)
{
    const char *word;
    size_t length;
    callgrind_tree_leave(&c->tree);
    c->tree.column_count = 0;
    while (take_word(&c->line, &word, &length)) {
        if (!callgrind_tree_column(&c->tree, word, length)) {
            return source_fail(c->source, CG_E_LIMIT, "more than %u events",
                               CALLGRIND_LIMIT_EVENTS);
        }
    }
    return true;
}

static bool read_positions(struct callgrind *c)
{
    const char *word;
    size_t length;
    unsigned count = 0;
    unsigned line = CALLGRIND_POSITIONS;
    while (take_word(&c->line, &word, &length)) {
        if (count == CALLGRIND_POSITIONS) {
            return source_fail(c->source, CG_E_FORMAT, "more than %u positions",
                               CALLGRIND_POSITIONS);
        }
        line = length == 4 && memcmp(word, "line", 4) == 0 ? count : line;
        count++;
    }
    if (!count) {
        return source_fail(c->source, CG_E_FORMAT, "'positions:' names none");
    }
    c->position = (struct callgrind_position){.count = count, .line = line};
    return true;
}

/* "event: Ir : Instruction Fetch"; what is derived ("Sum = Ir + Dr") has no values of its own. */
static bool read_event(struct callgrind *c)
{
    const char *word;
    size_t length;
    callgrind_blanks(&c->line);
    word = c->line.at;
    length = strcspn(word, " \t:=");
    c->line.at += strcspn(word, ":");
    if (*c->line.at == ':') {
        c->line.at++;
        callgrind_blanks(&c->line);
        callgrind_tree_label(&c->tree, word, length, c->line.at,
                             (size_t)(c->line.end - c->line.at));
    }
    return true;
}

static bool read_number(struct callgrind *c, uint64_t *out)
{
    callgrind_blanks(&c->line);
    return callgrind_number(&c->line, out);
}

static bool read_pid(struct callgrind *c)
{
    callgrind_tree_leave(&c->tree);
    c->tree.thread = 0;
    return read_number(c, &c->tree.pid);
}

/* Parts that are not of threads do not name one. */
static bool read_part(struct callgrind *c)
{
    callgrind_tree_leave(&c->tree);
    c->tree.thread = 0;
    return true;
}

static bool read_thread(struct callgrind *c)
{
    callgrind_tree_leave(&c->tree);
    return read_number(c, &c->tree.thread);
}

static bool read_command(struct callgrind *c)
{
    callgrind_blanks(&c->line);
    c->tree.command = builder_string(c->builder, c->line.at, (size_t)(c->line.end - c->line.at));
    return true;
}

static bool read_creator(struct callgrind *c)
{
    callgrind_blanks(&c->line);
    c->by_callgrind = is(&c->line, "callgrind-", 10);
    if (!cg_profile_creator(c->builder->profile)) {
        builder_set_creator(c->builder, c->line.at, (size_t)(c->line.end - c->line.at));
    }
    return true;
}

static bool read_version(struct callgrind *c)
{
    uint64_t version = 0;
    if (!read_number(c, &version)) {
        return false;
    }
    return version <= 1 || source_fail(c->source, CG_E_FORMAT, "version %llu, known is 1",
                                       (unsigned long long)version);
}

/* The sum of all cost lines of the part, "to allow for a consistency check". */
static bool read_totals(struct callgrind *c)
{
    double totals[CALLGRIND_LIMIT_EVENTS];
    bool whole = true;
    callgrind_tree_leave(&c->tree);
    uint32_t count = callgrind_take_costs(&c->line, totals, c->tree.column_count, &whole);
    if (count == UINT32_MAX) {
        return false;
    }
    for (uint32_t i = 0; i < count && whole && !c->fractional; i++) {
        if (totals[i] != c->tree.totals[i]) {
            source_warn(c->source, "the costs add up to %.0f, not %.0f as 'totals:' says",
                        c->tree.totals[i], totals[i]);
            break;
        }
    }
    memset(c->tree.totals, 0, sizeof c->tree.totals);
    c->untotalled = false;
    return true;
}

/* Nobody needs it. */
static bool ignore(struct callgrind *c)
{
    (void)c;
    return true;
}

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
        c->file = c->function_file; /* the function before ended in inlined code */
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
        return source_fail(c->source, CG_E_FORMAT, "a call of no function: 'cfn=' is missing");
    }
    c->next = CALL; /* where the callee begins is of no use */
    return read_number(c, &c->call_count);
}

static bool read_jump(struct callgrind *c)
{
    c->next = JUMP;
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
    const struct callgrind_call call = {
        .function = c->called,
        .object = c->has_called_object ? c->called_object : c->object,
        .file = c->has_called_file ? c->called_file : c->file,
        .site_file = c->file,
        .site_line = position->line < position->count ? (uint32_t)position->at[position->line] : 0,
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
    if (c->next != JUMP && c->tree.function == BUILDER_NONE && !enter_unknown(c)) {
        return false;
    }
    if (c->next == CALL) {
        add_call(c, values, count);
    } else if (c->next == SELF) {
        callgrind_tree_self(&c->tree, values, count);
        c->untotalled = true;
    }
    c->next = SELF;
    c->file_is_new = false;
    return true;
}

/* --- lines --------------------------------------------------------------------------------- */

struct key {
    const char *text;
    bool (*read)(struct callgrind *c);
};

/* Most frequent first. */
static const struct key body_keys[] = {
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
    {"rec=", ignore},
    {NULL, NULL},
};

static const struct key header_keys[] = {
    {"events:", read_events},
    {"positions:", read_positions},
    {"event:", read_event},
    {"pid:", read_pid},
    {"thread:", read_thread},
    {"part:", read_part},
    {"cmd:", read_command},
    {"creator:", read_creator},
    {"version:", read_version},
    {"totals:", read_totals},
    {"summary:", ignore},
    {"desc:", ignore},
    {NULL, NULL},
};

static const struct key *find_key(struct callgrind_line *line, const struct key *keys)
{
    for (; keys->text; keys++) {
        if (take(line, keys->text)) {
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
        return source_fail(c->source, CG_E_FORMAT, "this line is none of callgrind's");
    }
    if (!c->warned) {
        source_warn(c->source, "'%.*s' is not known, and ignored",
                    (int)(length < 40 ? length + 1 : 40), c->line.at);
        c->warned = true;
    }
    return true;
}

static bool read_key(struct callgrind *c)
{
    if (c->next != SELF) {
        return source_fail(c->source, CG_E_FORMAT, "a cost line is missing behind '%s'",
                           c->next == CALL ? "calls=" : "jump=");
    }
    const struct key *key = find_key(&c->line, body_keys);
    key = key ? key : find_key(&c->line, header_keys);
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

static bool finish(struct callgrind *c)
{
    callgrind_tree_finish(&c->tree);
    if (c->source->status || c->builder->status) {
        return false;
    }
    if (c->next != SELF) {
        return source_fail(c->source, CG_E_FORMAT, "the file ends within a call or a jump");
    }
    if (!c->tree.events.count) {
        return source_fail(c->source, CG_E_FORMAT, "there is no 'events:' line");
    }
    if (c->by_callgrind && c->untotalled) {
        source_warn(c->source, "the file ends without 'totals:', it may be cut off");
    }
    /* Converters of samples know who called, not how often. */
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
    ok = ok && finish(&c);
    callgrind_tree_free(&c.tree);
    return ok;
}

/* --- recognising --------------------------------------------------------------------------- */

/* A head of nothing but known keys. */
static bool callgrind_recognise(const char *head, size_t length)
{
    struct callgrind_line line = {.at = head, .end = head};
    bool known = false;
    for (const char *end = head; line.at < head + length; line.at = end) {
        end = memchr(line.at, '\n', (size_t)(head + length - line.at));
        end = end ? end + 1 : head + length;
        line.end = end;
        if (take(&line, "# callgrind format") || take(&line, "events:") ||
            find_key(&line, body_keys)) {
            return true;
        }
        if (find_key(&line, header_keys)) {
            known = true;
        } else if (*line.at != '#' && *line.at != '\r' && *line.at != '\n') {
            return false;
        }
    }
    return known;
}

const struct profile_reader reader_callgrind = {"callgrind", callgrind_recognise, callgrind_read};

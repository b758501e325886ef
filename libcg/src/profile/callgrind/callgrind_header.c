/* The header lines of callgrind.out, which precede each part. */
#include "profile/callgrind/callgrind.h"

/* Whether a line continues with a text; most differ in the first bytes. */
static bool is(const struct callgrind_line *line, const char *text)
{
    const char *at = line->at;
    while (*text && at < line->end && *at == *text) {
        at++;
        text++;
    }
    return !*text;
}

bool callgrind_take(struct callgrind_line *line, const char *key)
{
    if (!is(line, key)) {
        return false;
    }
    line->at += strlen(key);
    return true;
}

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
        callgrind_tree_column(&c->tree, word, length);
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
        return source_fail(c->source, CG_E_FORMAT, "'positions:' is empty");
    }
    c->position = (struct callgrind_position){.count = count, .line = line};
    return true;
}

/* "event: Ir : Instruction Fetch"; derived ones ("Sum = Ir + Dr") have no values of their own. */
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

/* Parts that do not belong to threads name none. */
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
    c->by_callgrind = is(&c->line, "callgrind-");
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
    return version <= 1 ||
           source_fail(c->source, CG_E_FORMAT, "unsupported version %llu: only 1 is supported",
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
            source_warn(c->source, "the costs add up to %.0f, not to %.0f as in 'totals:'",
                        c->tree.totals[i], totals[i]);
            break;
        }
    }
    memset(c->tree.totals, 0, sizeof c->tree.totals);
    c->untotalled = false;
    return true;
}

bool callgrind_ignore(struct callgrind *c)
{
    (void)c;
    return true;
}

const struct callgrind_key callgrind_header_keys[] = {
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
    {"summary:", callgrind_ignore},
    {"desc:", callgrind_ignore},
    {NULL, NULL},
};

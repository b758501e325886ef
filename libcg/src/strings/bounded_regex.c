/*
 * Reads an expression piece by piece and writes one that means the same without the nested
 * repetitions that glibc takes unbounded time for; counts the copies that glibc makes of repeated
 * pieces.
 */
#include "strings/bounded_regex.h"

#include "base/error.h"
#include "strings/digits.h"

#include <stdlib.h>
#include <string.h>

/* Whether a part of an expression matches where there are no characters. */
enum empty {
    EMPTY_NEVER,
    EMPTY_SOMEWHERE, /* at the begin of a line, of a word, and so on */
    EMPTY_ALWAYS,
};

/* What the C library takes time for. It follows all ways to match nothing, and where expressions
 * that may match nothing are repeated, the number of these ways grows exponentially with the number
 * of repetitions; for places with its fifth power. */
struct cost {
    uint32_t copies; /* by counted repetitions */
    uint32_t loops;  /* repetitions of what may match nothing */
    uint32_t places; /* where something matches without characters */
};

/* Copies of what may match nothing that take as long as a loop. */
#define COPIES_OF_LOOP 32u
#define MOST_LOOPS 8u
#define MOST_PLACES 16u

/* The text since the last open parenthesis. */
struct group {
    struct cost cost;        /* of its pieces */
    enum empty alternatives; /* those that ended */
    enum empty before;       /* of this one, without its last piece */
    enum empty piece;        /* the last character or group */
    bool any;                /* there is a piece */
};

/* Reading an expression, and writing one that means the same. */
struct reading {
    const char *at;
    char *out; /* where to write next */
    struct group groups[CG_LIMIT_DEPTH + 1];
    uint32_t height;      /* number of open parentheses */
    struct cost of_piece; /* of the last piece */
    char repeated;        /* '*' or '?': the last piece was, and is optional; else 0 */
    bool back;            /* it has a back-reference */
    bool repeats_nothing;
};

/* "]" is an element if it comes first, and within [: :], [. .] and [= =]. */
static const char *bracket_end(const char *at)
{
    at += at[1] == '^' ? 2 : 1;
    at += *at == ']';
    for (; *at && *at != ']'; at++) {
        if (*at == '[' && at[1] && strchr(":.=", at[1])) {
            const char close[] = {at[1], ']', '\0'};
            const char *end = strstr(at + 2, close);
            at = end ? end + 1 : at;
        }
    }
    return *at ? at : at - 1;
}

static uint32_t take_number(const char **at)
{
    uint64_t number;
    *at += cg_take_digits(&number, NULL, *at, strlen(*at), BOUNDED_REGEX_COPIES + 1);
    return (uint32_t)number;
}

static struct group *here(struct reading *r)
{
    return &r->groups[r->height];
}

static enum empty both(enum empty x, enum empty y)
{
    return x < y ? x : y;
}

static enum empty either(enum empty x, enum empty y)
{
    return x > y ? x : y;
}

static void start_alternative(struct group *group)
{
    group->before = group->piece = EMPTY_ALWAYS;
    group->any = false;
}

static void add_piece(struct reading *r, enum empty empty)
{
    struct group *group = here(r);
    group->before = both(group->before, group->piece);
    group->piece = empty;
    group->any = true;
}

static void add_cost(struct cost *sum, struct cost cost)
{
    sum->copies += cost.copies;
    sum->loops += cost.loops;
    sum->places += cost.places;
}

static void set_cost(struct reading *r, struct cost cost)
{
    struct cost *sum = &here(r)->cost;
    sum->copies -= r->of_piece.copies;
    sum->loops -= r->of_piece.loops;
    sum->places -= r->of_piece.places;
    r->of_piece = cost;
    add_cost(sum, cost);
}

static bool may_repeat_nothing(struct reading *r)
{
    return here(r)->any && here(r)->piece != EMPTY_NEVER;
}

static void copy_piece(struct reading *r, uint32_t times)
{
    struct cost cost = r->of_piece;
    bool nothing = may_repeat_nothing(r);
    cost.copies = (cost.copies ? cost.copies : 1) * times;
    cost.loops = (cost.loops + (nothing ? cost.places : 0)) * times;
    cost.loops += nothing ? times / COPIES_OF_LOOP : 0;
    cost.places *= times;
    set_cost(r, cost);
}

static void write(struct reading *r, const char *end)
{
    memcpy(r->out, r->at, (size_t)(end - r->at));
    r->out += end - r->at;
    r->at = end;
}

static void start_piece(struct reading *r, enum empty empty, struct cost cost)
{
    add_piece(r, empty);
    r->repeated = 0;
    r->of_piece = cost;
    add_cost(&here(r)->cost, cost);
}

static void read_character(struct reading *r, const char *end, enum empty empty)
{
    start_piece(r, empty, (struct cost){.places = empty == EMPTY_SOMEWHERE});
    write(r, end);
}

/* Zero times or more, or zero times or once. @param how '*' or '?', which `end` is behind */
static void repeat_optional(struct reading *r, char how, const char *end)
{
    struct group *group = here(r);
    if (r->repeated == '*' || (r->repeated && r->repeated == how)) {
        r->at = end; /* it means the same */
        return;
    }
    struct cost cost = r->of_piece;
    cost.loops += may_repeat_nothing(r) ? 1 + cost.places : 0;
    set_cost(r, cost);
    r->repeated = group->any ? how : '\0';
    group->piece = EMPTY_ALWAYS;
    *r->out++ = how;
    r->at = end;
}

/* At least once, without a limit. What may be empty may as well be left out; glibc takes time
 * without bound for nested repetitions of it.
 * @param copies that glibc makes: it compiles x+ as xx*, so x++ has four of them */
static void repeat_some(struct reading *r, uint32_t copies, const char *end)
{
    struct group *group = here(r);
    if (group->any && group->piece == EMPTY_ALWAYS) {
        repeat_optional(r, '*', end);
        return;
    }
    r->repeats_nothing = r->repeats_nothing || (group->any && group->piece == EMPTY_SOMEWHERE);
    copy_piece(r, copies);
    write(r, end);
}

/* {N}, {N,} or {N,M}; the C library checks anything else. */
static void repeat(struct reading *r)
{
    const char *at = r->at + 1;
    uint32_t least = take_number(&at), most = least;
    bool limited = *at != ',' || cg_is_digit(at[1]);
    if (*at == ',') {
        at++;
        uint32_t last = take_number(&at);
        most = last > most ? last : most;
    }
    if (*at != '}' || !cg_is_digit(at[-1 - (at[-1] == ',')])) { /* no repetition */
        read_character(r, r->at + 1, EMPTY_NEVER);
    } else if (!limited && least) {
        repeat_some(r, most + 1, at + 1);
    } else {
        copy_piece(r, most ? most : 1);
        r->repeated = 0;
        here(r)->piece = least ? here(r)->piece : EMPTY_ALWAYS;
        write(r, at + 1);
    }
}

static void open_group(struct reading *r)
{
    r->height++;
    *here(r) = (struct group){0};
    start_alternative(here(r));
    r->of_piece = (struct cost){0};
    r->repeated = 0;
}

static void end_alternative(struct group *group)
{
    group->alternatives = either(group->alternatives, both(group->before, group->piece));
    start_alternative(group);
}

static void close_group(struct reading *r)
{
    struct group *group = here(r);
    end_alternative(group);
    r->height--;
    start_piece(r, group->alternatives, group->cost);
}

static void read_escaped(struct reading *r)
{
    char escaped = r->at[1];
    bool place = escaped && strchr("bB<>`'", escaped);
    r->back = r->back || cg_is_digit(escaped);
    read_character(r, r->at + (escaped ? 2 : 1), place ? EMPTY_SOMEWHERE : EMPTY_NEVER);
}

static void read_piece(struct reading *r)
{
    switch (*r->at) {
    case '(':
        open_group(r);
        break;
    case ')':
        if (!r->height) { /* a character like others */
            read_character(r, r->at + 1, EMPTY_NEVER);
            return;
        }
        close_group(r);
        break;
    case '|':
        end_alternative(here(r));
        r->of_piece = (struct cost){0};
        r->repeated = 0;
        break;
    case '{':
        repeat(r);
        return;
    case '+':
        repeat_some(r, 2, r->at + 1);
        return;
    case '*':
    case '?':
        repeat_optional(r, *r->at, r->at + 1);
        return;
    case '\\':
        read_escaped(r);
        return;
    case '[':
        read_character(r, bracket_end(r->at) + 1, EMPTY_NEVER);
        return;
    default:
        read_character(r, r->at + 1, strchr("^$", *r->at) ? EMPTY_SOMEWHERE : EMPTY_NEVER);
        return;
    }
    write(r, r->at + 1);
}

static bool is_bounded(struct cost cost)
{
    return cost.copies <= BOUNDED_REGEX_COPIES && cost.loops <= MOST_LOOPS &&
           cost.places <= MOST_PLACES;
}

static int fail_cost(struct cost cost, const char *text, struct cg_error *error)
{
    if (cost.copies > BOUNDED_REGEX_COPIES) {
        return cg_fail(error, CG_E_FORMAT,
                       "the regular expression /%.100s/: repeats more than %u times in all", text,
                       BOUNDED_REGEX_COPIES);
    }
    if (cost.loops > MOST_LOOPS) {
        return cg_fail(error, CG_E_FORMAT,
                       "the regular expression /%.100s/: repeats what may match nothing more than "
                       "%u times",
                       text, MOST_LOOPS);
    }
    return cg_fail(error, CG_E_FORMAT,
                   "the regular expression /%.100s/: has more than %u places such as ^ and \\b",
                   text, MOST_PLACES);
}

/* @param out has room for the text: receives an expression that means the same */
static int simplify(char *out, const char *text, struct cg_error *error)
{
    struct reading r = {.at = text, .out = out};
    start_alternative(here(&r));
    while (*r.at && !r.back && !r.repeats_nothing && is_bounded(here(&r)->cost) &&
           r.height < CG_LIMIT_DEPTH) {
        read_piece(&r);
    }
    *r.out = '\0';
    if (r.back) {
        return cg_fail(error, CG_E_FORMAT,
                       "the regular expression /%.100s/: back-references are not supported", text);
    }
    if (r.repeats_nothing) {
        return cg_fail(error, CG_E_FORMAT,
                       "the regular expression /%.100s/: repeats a place without characters", text);
    }
    if (!is_bounded(here(&r)->cost)) {
        return fail_cost(here(&r)->cost, text, error);
    }
    if (r.height == CG_LIMIT_DEPTH) {
        return cg_fail(error, CG_E_LIMIT, "the regular expression /%.100s/: nested too deep", text);
    }
    return CG_OK;
}

int bounded_regex_compile(regex_t *out, const char *text, struct cg_error *error)
{
    char why[200];
    char *simple = malloc(strlen(text) + 1);
    int status = simple ? simplify(simple, text, error) : cg_fail_memory(error);
    if (status) {
        free(simple);
        return status;
    }
    int result = regcomp(out, simple, REG_EXTENDED | REG_NOSUB);
    free(simple);
    if (result == REG_ESPACE) {
        return cg_fail_memory(error);
    }
    if (result) {
        regerror(result, out, why, sizeof why);
        return cg_fail(error, CG_E_FORMAT, "the regular expression /%.100s/: %s", text, why);
    }
    return CG_OK;
}

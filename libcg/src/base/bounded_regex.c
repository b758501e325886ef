#include "base/bounded_regex.h"

#include "base/error.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Copies made so far while reading an expression. */
struct copies {
    const char *at;
    uint32_t *around;  /* by open parenthesis: copies of the text before it */
    uint32_t height;   /* number of open parentheses */
    uint32_t here;     /* since the last open parenthesis */
    uint32_t of_piece; /* of the last character or group */
    bool back;         /* it has a back-reference */
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
    uint32_t number = 0;
    for (; isdigit((unsigned char)**at); (*at)++) {
        number = number * 10 + (uint32_t)(**at - '0');
        number = number > BOUNDED_REGEX_COPIES ? BOUNDED_REGEX_COPIES + 1 : number;
    }
    return number;
}

static void copy_piece(struct copies *c, uint32_t times)
{
    c->here -= c->of_piece;
    c->of_piece = (c->of_piece ? c->of_piece : 1) * times;
    c->here += c->of_piece;
}

/* {N}, {N,} or {N,M}; the C library checks anything else. */
static void repeat(struct copies *c)
{
    const char *at = c->at + 1;
    uint32_t most = take_number(&at);
    if (*at == ',') {
        at++;
        uint32_t last = take_number(&at);
        most = last > most ? last : most;
    }
    if (*at == '}' && most) {
        copy_piece(c, most);
        c->at = at;
    }
}

static void open_group(struct copies *c)
{
    c->around[c->height++] = c->here;
    c->here = 0;
    c->of_piece = 0;
}

static void close_group(struct copies *c)
{
    if (c->height) {
        c->of_piece = c->here;
        c->here += c->around[--c->height];
    }
}

static void read_piece(struct copies *c)
{
    switch (*c->at) {
    case '(':
        open_group(c);
        break;
    case ')':
        close_group(c);
        break;
    case '{':
        repeat(c);
        break;
    case '+': /* glibc compiles x+ as xx*, so x++ has four of them */
        copy_piece(c, 2);
        break;
    case '*':
    case '?':
        break;
    case '\\':
        c->at += c->at[1] != '\0';
        c->back = c->back || isdigit((unsigned char)*c->at);
        c->of_piece = 0;
        break;
    case '[':
        c->at = bracket_end(c->at);
        c->of_piece = 0;
        break;
    default:
        c->of_piece = 0;
        break;
    }
    c->at++;
}

static int check_expression(const char *text, struct cg_error *error)
{
    uint32_t around[CG_LIMIT_DEPTH];
    struct copies c = {.at = text, .around = around};
    while (*c.at && !c.back && c.here <= BOUNDED_REGEX_COPIES && c.height < CG_LIMIT_DEPTH) {
        read_piece(&c);
    }
    if (c.back) {
        return cg_fail(error, CG_E_FORMAT,
                       "the regular expression /%.100s/: back-references are not supported", text);
    }
    if (c.here > BOUNDED_REGEX_COPIES) {
        return cg_fail(error, CG_E_FORMAT,
                       "the regular expression /%.100s/: repeats more than %u times in all", text,
                       BOUNDED_REGEX_COPIES);
    }
    if (c.height == CG_LIMIT_DEPTH) {
        return cg_fail(error, CG_E_LIMIT, "the regular expression /%.100s/: nested too deep", text);
    }
    return CG_OK;
}

int bounded_regex_compile(regex_t *out, const char *text, struct cg_error *error)
{
    char why[200];
    int status = check_expression(text, error);
    if (status) {
        return status;
    }
    int result = regcomp(out, text, REG_EXTENDED | REG_NOSUB);
    if (result == REG_ESPACE) {
        return cg_fail_memory(error);
    }
    if (result) {
        regerror(result, out, why, sizeof why);
        return cg_fail(error, CG_E_FORMAT, "the regular expression /%.100s/: %s", text, why);
    }
    return CG_OK;
}

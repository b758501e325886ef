/* A formula is parsed by recursive descent, to steps that work on a stack of numbers. */
#include "count/formula.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS 256u
#define MOST_DEPTH 64u

enum step_kind { STEP_NUMBER, STEP_OPERAND, STEP_ADD, STEP_SUBTRACT, STEP_MULTIPLY, STEP_DIVIDE };

struct step {
    enum step_kind kind;
    uint32_t operand;
    double number;
};

struct formula {
    uint32_t count;
    struct step steps[MOST_STEPS];
};

struct parser {
    struct formula *formula;
    const char *at;
    formula_find *find;
    void *user;
    char *refusal;
    uint32_t depth;
};

static bool refuse(struct parser *p, const char *why)
{
    if (!p->refusal) {
        p->refusal = *p->at ? g_strdup_printf("%s at '%.20s'", why, p->at)
                            : g_strdup_printf("%s at its end", why);
    }
    return false;
}

static char next_token(struct parser *p)
{
    while (*p->at == ' ' || *p->at == '\t') {
        p->at++;
    }
    return *p->at;
}

static bool add_step(struct parser *p, const struct step *step)
{
    if (p->formula->count == MOST_STEPS) {
        return refuse(p, "the formula is too long");
    }
    p->formula->steps[p->formula->count++] = *step;
    return true;
}

static bool parse_sum(struct parser *p);
static bool parse_operand(struct parser *p);

static bool parse_number(struct parser *p)
{
    char *end;
    const struct step step = {.kind = STEP_NUMBER, .number = g_ascii_strtod(p->at, &end)};
    if (end == p->at || !isfinite(step.number)) {
        return refuse(p, "a number is expected");
    }
    p->at = end;
    return add_step(p, &step);
}

static bool parse_name(struct parser *p)
{
    uint32_t length = 0;
    while (g_ascii_isalnum(p->at[length]) || p->at[length] == '_') {
        length++;
    }
    const struct step step = {.kind = STEP_OPERAND, .operand = p->find(p->user, p->at, length)};
    if (step.operand == UINT32_MAX) {
        p->refusal = g_strdup_printf("no metric '%.*s' is defined above", (int)length, p->at);
        return false;
    }
    p->at += length;
    return add_step(p, &step);
}

static bool parse_parentheses(struct parser *p)
{
    p->at++;
    if (!parse_sum(p)) {
        return false;
    }
    if (next_token(p) != ')') {
        return refuse(p, "')' is expected");
    }
    p->at++;
    return true;
}

/* -x is 0 - x. */
static bool parse_negative(struct parser *p)
{
    static const struct step zero = {.kind = STEP_NUMBER};
    static const struct step subtract = {.kind = STEP_SUBTRACT};
    p->at++;
    return add_step(p, &zero) && parse_operand(p) && add_step(p, &subtract);
}

static bool parse_operand(struct parser *p)
{
    char c = next_token(p);
    if (++p->depth > MOST_DEPTH) {
        return refuse(p, "the formula is nested too deeply");
    }
    bool done = c == '('                         ? parse_parentheses(p)
                : c == '-'                       ? parse_negative(p)
                : g_ascii_isalpha(c) || c == '_' ? parse_name(p)
                : g_ascii_isdigit(c) || c == '.' ? parse_number(p)
                                                 : refuse(p, "a name or number is expected");
    p->depth--;
    return done;
}

static bool parse_product(struct parser *p)
{
    bool done = parse_operand(p);
    for (char c = next_token(p); done && (c == '*' || c == '/'); c = next_token(p)) {
        const struct step step = {.kind = c == '*' ? STEP_MULTIPLY : STEP_DIVIDE};
        p->at++;
        done = parse_operand(p) && add_step(p, &step);
    }
    return done;
}

static bool parse_sum(struct parser *p)
{
    bool done = parse_product(p);
    for (char c = next_token(p); done && (c == '+' || c == '-'); c = next_token(p)) {
        const struct step step = {.kind = c == '+' ? STEP_ADD : STEP_SUBTRACT};
        p->at++;
        done = parse_product(p) && add_step(p, &step);
    }
    return done;
}

struct formula *formula_parse(const char *text, formula_find *find, void *user, char **refusal)
{
    struct parser p = {
        .formula = g_new0(struct formula, 1), .at = text, .find = find, .user = user};
    if (parse_sum(&p) && next_token(&p)) {
        refuse(&p, "an operator is expected");
    }
    *refusal = p.refusal;
    if (p.refusal) {
        formula_free(p.formula);
        return NULL;
    }
    return p.formula;
}

void formula_free(struct formula *formula)
{
    g_free(formula);
}

static double apply(enum step_kind kind, double a, double b)
{
    switch (kind) {
    case STEP_ADD:
        return a + b;
    case STEP_SUBTRACT:
        return a - b;
    case STEP_MULTIPLY:
        return a * b;
    default:
        return b == 0 ? 0 : a / b;
    }
}

double formula_value(const struct formula *formula, const double *values)
{
    double stack[MOST_STEPS];
    uint32_t top = 0;
    for (uint32_t i = 0; i < formula->count; i++) {
        const struct step *step = &formula->steps[i];
        if (step->kind == STEP_NUMBER || step->kind == STEP_OPERAND) {
            stack[top++] = step->kind == STEP_NUMBER ? step->number : values[step->operand];
        } else {
            top--;
            stack[top - 1] = apply(step->kind, stack[top - 1], stack[top]);
        }
    }
    return isfinite(stack[0]) ? stack[0] : 0;
}

/* With as many digits as it needs. */
static char *text_of(double number)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, "%.15g", number);
    if (g_ascii_strtod(text, NULL) != number) {
        g_ascii_dtostr(text, sizeof text, number);
    }
    return g_strdup(text);
}

char *formula_cubepl(const struct formula *formula,
                     const char *(*name)(void *user, uint32_t operand), void *user)
{
    char *stack[MOST_STEPS];
    uint32_t top = 0;
    for (uint32_t i = 0; i < formula->count; i++) {
        const struct step *step = &formula->steps[i];
        if (step->kind == STEP_NUMBER || step->kind == STEP_OPERAND) {
            stack[top++] = step->kind == STEP_NUMBER
                               ? text_of(step->number)
                               : g_strdup_printf("metric::%s()", name(user, step->operand));
            continue;
        }
        char *b = stack[--top], *a = stack[--top];
        stack[top++] = g_strdup_printf("(%s %c %s)", a, "+-*/"[step->kind - STEP_ADD], b);
        g_free(a);
        g_free(b);
    }
    return stack[0];
}

bool formula_uses(const struct formula *formula, uint32_t operand)
{
    bool uses = false;
    for (uint32_t i = 0; i < formula->count; i++) {
        const struct step *step = &formula->steps[i];
        uses = uses || (step->kind == STEP_OPERAND && step->operand == operand);
    }
    return uses;
}

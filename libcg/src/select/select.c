/* Evaluates sets of functions: runs the steps that parse.c made. */
#include "base/error.h"
#include "base/memory.h"
#include "base/versioned_options.h"
#include "query/common/query_internal.h"
#include "select/selector.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest file of definitions or names. */
#define TEXT_LIMIT (64u << 20)

/* Most bytes of all named sets, each of which has a bit for each function. */
#define SETS_LIMIT ((size_t)1 << 30)

int cg_selector_new(struct cg_selector **out, struct cg_graph *graph,
                    const struct cg_selector_options *options, struct cg_error *error)
{
    struct cg_selector_options own = CG_SELECTOR_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_selector_options, error);
    status = status ? status : cg_query_check_graph(graph, error);
    struct cg_selector *s = status ? NULL : calloc(1, sizeof *s);
    if (!s) {
        return status ? status : cg_fail_memory(error);
    }
    s->graph = graph;
    s->options = own;
    s->nodes = cg_graph_node_count(graph);
    const struct {
        void *array;
        size_t size;
    } arrays[] = {{&s->demangled, sizeof(char *)},
                  {&s->asked, sizeof(bool)},
                  {&s->distance, sizeof(uint32_t)},
                  {&s->starts, sizeof(cg_node)},
                  {&s->found, sizeof(bool)}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays && !status; i++) {
        status = cg_query_allocate(arrays[i].array, s->nodes, arrays[i].size, error);
    }
    status = !status && !cg_pool_init(&s->names) ? cg_fail_memory(error) : status;
    if (status) {
        cg_selector_free(s);
        return status;
    }
    *out = s;
    return CG_OK;
}

void cg_selector_free(struct cg_selector *s)
{
    if (!s) {
        return;
    }
    for (size_t i = 0; i < s->named_count; i++) {
        free(s->named[i].bits);
    }
    for (uint32_t i = 0; s->demangled && i < s->nodes; i++) {
        free(s->demangled[i]);
    }
    cg_pool_free(&s->names);
    free(s->named);
    free(s->named_as);
    free(s->demangled);
    free(s->asked);
    free(s->distance);
    free(s->starts);
    free(s->found);
    free(s);
}

const char *selector_demangled(struct cg_selector *s, cg_node node)
{
    if (!s->asked[node]) {
        s->asked[node] = true;
        s->demangled[node] =
            s->options.demangle ? s->options.demangle(cg_node_name(s->graph, node)) : NULL;
    }
    return s->demangled[node];
}

void selector_note_absent(const struct cg_selector *s, const char *key)
{
    for (cg_node node = 0; node < s->nodes; node++) {
        if (cg_metadata_has(s->graph, CG_ON_NODE, node, key)) {
            return;
        }
    }
    if (s->options.absent) {
        s->options.absent(s->options.user, key);
    }
}

const uint64_t *selector_named(const struct cg_selector *s, const char *name)
{
    uint32_t string = cg_pool_find(&s->names, name, strlen(name));
    size_t place = string == CG_NO_STRING ? 0 : s->named_as[string];
    return place ? s->named[place - 1].bits : NULL;
}

/* Add the place of a step to an error; one without a place is about its file or value. A word that
 * matches nothing may be a set's name without its $. */
static int placed(const struct cg_selector *s, int status, const struct select_step *step,
                  const struct select_source *source, struct cg_error *error)
{
    if (status && error && !error->file[0] && !error->line) {
        struct cg_error bare = *error;
        bool set = step->op == SELECT_WORD && selector_named(s, step->text);
        cg_fail_at(error, bare.status, source->name, step->line, step->column, "%s%s%s", bare.text,
                   set ? "; there is a set $" : "", set ? step->text : "");
    }
    return status;
}

struct stack {
    uint64_t *bits; /* of all sets on the stack */
    size_t words;   /* of one set */
    size_t height;
};

static int run_step(struct cg_selector *s, const struct select_step *step, struct stack *stack,
                    struct cg_error *error)
{
    uint64_t *next = stack->bits + stack->height * stack->words;
    if (step->op < SELECT_NOT) {
        memset(next, 0, stack->words * sizeof *next);
        stack->height++;
        return select_leaf(s, step, next, error);
    }
    bool two = step->op >= SELECT_UNION;
    stack->height -= two;
    uint64_t *last = next - (two ? 2 : 1) * stack->words;
    return select_apply(s, step, last, last + stack->words, error);
}

/* Whether to go on as if a word were no function. */
static bool is_tolerated(const struct cg_selector *s, const struct select_step *step,
                         const struct cg_error *error)
{
    return step->op == SELECT_WORD && s->options.tolerate && !selector_named(s, step->text) &&
           s->options.tolerate(s->options.user, error);
}

static int run_program(struct cg_selector *s, const struct select_program *program,
                       const struct select_source *source, uint64_t **out, struct cg_error *error)
{
    struct stack stack = {.words = bits_words(s->nodes)};
    int status = cg_query_allocate(&stack.bits, (stack.words + 1) * program->depth,
                                   sizeof *stack.bits, error);
    struct cg_error own = {0};
    error = error ? error : &own;
    for (size_t i = 0; i < program->count && !status; i++) {
        const struct select_step *step = &program->steps[i];
        status = placed(s, run_step(s, step, &stack, error), step, source, error);
        if (status && is_tolerated(s, step, error)) {
            status = CG_OK;
            *error = (struct cg_error){0};
        }
    }
    if (status) {
        free(stack.bits);
        return status;
    }
    uint64_t *first = realloc(stack.bits, (stack.words + 1) * sizeof *first);
    *out = first ? first : stack.bits;
    return CG_OK;
}

int select_evaluate(uint64_t **out, struct cg_selector *s, struct select_source *source,
                    enum select_extent extent, struct cg_error *error)
{
    struct select_program program;
    if (error) {
        *error = (struct cg_error){0}; /* to detect whether a step sets a place */
    }
    int status = select_parse(&program, source, extent, error);
    if (!status) {
        status = run_program(s, &program, source, out, error);
    }
    select_program_free(&program);
    return status;
}

int cg_select(bool *selected, struct cg_selector *s, const char *text, struct cg_error *error)
{
    struct select_source source;
    uint64_t *bits;
    select_source_init(&source, text, NULL);
    int status = select_evaluate(&bits, s, &source, SELECT_WHOLE, error);
    if (status) {
        return status;
    }
    memset(selected, 0, s->nodes * sizeof *selected);
    for (size_t word = 0; word < bits_words(s->nodes); word++) {
        for (uint64_t rest = bits[word]; rest; rest &= rest - 1) {
            selected[word * 64 + (size_t)__builtin_ctzll(rest)] = true;
        }
    }
    free(bits);
    return CG_OK;
}

int cg_select_check(const char *text, bool *is_name, struct cg_error *error)
{
    struct select_source source;
    struct select_program program;
    select_source_init(&source, text, NULL);
    int status = select_parse(&program, &source, SELECT_WHOLE, error);
    if (!status) {
        *is_name = program.count == 1 && program.steps[0].op == SELECT_WORD &&
                   strcmp(program.steps[0].text, text) == 0;
    }
    select_program_free(&program);
    return status;
}

bool cg_select_is_call(const char *text)
{
    size_t length = strcspn(text, "(");
    return text[length] == '(' && select_is_operation(text, length);
}

/* NAME = */
static int take_name(struct cg_selector *s, struct select_source *source, char **name,
                     struct cg_error *error)
{
    size_t length = select_name_length(source);
    if (!length) {
        return select_fail(source, CG_E_FORMAT, error, "the name of a set is expected here");
    }
    *name = strndup(source->at, length);
    if (!*name) {
        return cg_fail_memory(error);
    }
    if (selector_named(s, *name)) {
        return select_fail(source, CG_E_CONFLICT, error, "the set %s is defined already", *name);
    }
    if (s->named_count >= SETS_LIMIT / ((bits_words(s->nodes) + 1) * sizeof(uint64_t))) {
        return select_fail(source, CG_E_LIMIT, error,
                           "%zu sets of %u functions are all that may be defined at once",
                           s->named_count, s->nodes);
    }
    source->at += length;
    select_skip(source, false, false);
    if (source->at == source->end || *source->at != '=') {
        return select_fail(source, CG_E_FORMAT, error, "= is expected here");
    }
    source->at++;
    return CG_OK;
}

static int keep_named(struct cg_selector *s, const char *name, uint64_t *bits,
                      struct cg_error *error)
{
    uint32_t string = cg_pool_intern(&s->names, name, strlen(name));
    bool kept =
        string != CG_NO_STRING &&
        cg_grow(&s->named, &s->named_capacity, s->named_count + 1, sizeof *s->named) &&
        cg_grow(&s->named_as, &s->named_as_capacity, (size_t)string + 1, sizeof *s->named_as);
    if (!kept) {
        return cg_fail_memory(error);
    }
    s->named[s->named_count++] = (struct select_named){string, bits};
    s->named_as[string] = s->named_count;
    return CG_OK;
}

static void forget_last(struct cg_selector *s)
{
    const struct select_named *last = &s->named[--s->named_count];
    s->named_as[last->name] = 0;
    free(last->bits);
}

int select_define(struct cg_selector *s, struct select_source *source, struct cg_error *error)
{
    char *name = NULL;
    uint64_t *bits = NULL;
    int status = take_name(s, source, &name, error);
    if (!status) {
        status = select_evaluate(&bits, s, source, SELECT_DEFINITION, error);
    }
    status = status ? status : keep_named(s, name, bits, error);
    if (status) {
        free(bits);
    }
    free(name);
    return status;
}

int cg_selector_define(struct cg_selector *s, const char *text, const char *name,
                       struct cg_error *error)
{
    struct select_source source;
    size_t before = s->named_count;
    int status = CG_OK;
    select_source_init(&source, text, name);
    for (select_skip(&source, true, true); !status && source.at < source.end;
         select_skip(&source, true, true)) {
        if (*source.at == ';') {
            source.at++;
        } else {
            status = select_define(s, &source, error);
        }
    }
    while (status && s->named_count > before) {
        forget_last(s);
    }
    return status;
}

int select_read_file(char **out, const char *path, struct cg_error *error)
{
    FILE *file = fopen(path, "re");
    char *text = file ? malloc(TEXT_LIMIT + 1) : NULL;
    int status = CG_OK;
    if (!file || !text) {
        status = file ? cg_fail_memory(error)
                      : cg_fail_at(error, CG_E_IO, path, 0, 0, "%s", strerror(errno));
    } else {
        size_t length = fread(text, 1, TEXT_LIMIT + 1, file);
        if (ferror(file)) {
            status = cg_fail_at(error, CG_E_IO, path, 0, 0, "%s", strerror(errno));
        } else if (length > TEXT_LIMIT) {
            status =
                cg_fail_at(error, CG_E_LIMIT, path, 0, 0, "more than %u MiB", TEXT_LIMIT >> 20);
        } else if (memchr(text, '\0', length)) {
            status = cg_fail_at(error, CG_E_FORMAT, path, 0, 0, "it contains NUL characters");
        } else {
            text[length] = '\0';
        }
    }
    if (file) {
        fclose(file);
    }
    if (status) {
        free(text);
        return status;
    }
    *out = text;
    return CG_OK;
}

int selector_read_file(struct cg_selector *s, char **out, const char *path, struct cg_error *error)
{
    *out = NULL;
    int status = s->options.read ? s->options.read(s->options.user, out, path, error) : CG_OK;
    return status || *out ? status : select_read_file(out, path, error);
}

int cg_selector_define_file(struct cg_selector *s, const char *path, struct cg_error *error)
{
    char *text;
    int status = selector_read_file(s, &text, path, error);
    if (!status) {
        status = cg_selector_define(s, text, path, error);
        free(text);
    }
    return status;
}

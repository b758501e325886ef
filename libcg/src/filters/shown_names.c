/*
 * Rewrites demangled names as GCC's and TAU's instrumentation print them: lambdas, results and
 * parameters of instances differ.
 */
#include "filters/shown_names.h"

#include "base/compare.h"
#include "names/spelling.h"
#include "names/template_params.h"
#include "query/common/query_internal.h"

#include <libcg/kinds.h>

#include <stdlib.h>
#include <string.h>

int shown_make(struct shown *shown, const struct cg_graph *graph,
               const struct cg_filter_options *options, struct cg_error *error)
{
    *shown = (struct shown){.graph = graph};
    int status = cg_query_check_graph(graph, error);
    if (status) {
        return status;
    }
    shown->nodes = cg_graph_node_count(graph);
    status = cg_query_allocate(&shown->readable, shown->nodes, sizeof *shown->readable, error);
    status = status ? status : cg_graph_canonical_order(&shown->order, graph, error);
    for (cg_node node = 0; node < shown->nodes && !status && options->demangle; node++) {
        char *readable = options->demangle(cg_node_name(graph, node));
        bool whole = readable && !declared_kept(readable);
        shown->readable[node] = whole ? readable : NULL;
        if (!whole) {
            free(readable);
        }
    }
    return status;
}

void shown_clear(struct shown *shown)
{
    for (cg_node node = 0; shown->readable && node < shown->nodes; node++) {
        free(shown->readable[node]);
    }
    free(shown->readable);
    free(shown->order);
}

const char *shown_readable(const struct shown *shown, cg_node node)
{
    return shown->readable[node] ? shown->readable[node] : cg_node_name(shown->graph, node);
}

/* The end of "{lambda(int)#1}::operator()" and where its parameters end; NULL if it is none. */
static const char *end_of_lambda(const char *text, const char **params)
{
    static const char call[] = "::operator()";
    const char *end = strstr(text, ")#");
    const char *close = end ? strchr(end, '}') : NULL;
    if (!text_begins(text, "{lambda(") || !close) {
        return NULL;
    }
    *params = end + 1;
    return text_begins(close + 1, call) ? close + strlen(call) + 1 : close + 1;
}

/* The end of "$_0::operator()", clang's name of a lambda, if a name ends so; NULL if it does not.
 */
static const char *end_of_numbered_lambda(const char *text, const char *end)
{
    const char *at = text_begins(text, "$_") ? text + 2 : NULL;
    at = at ? at + strspn(at, "0123456789") : NULL;
    return at && text_begins(at, "::operator()") && at + strlen("::operator()") == end ? end : NULL;
}

static void add_lambda(struct cg_text *out, const char *params, size_t length)
{
    cg_text_add(out, "<lambda");
    cg_text_put(out, params, length);
    cg_text_add(out, ">");
}

void shown_gcc(struct cg_text *out, const struct shown *shown, cg_node node)
{
    static const char unnamed[] = "(anonymous namespace)";
    const char *readable = shown->readable[node];
    if (!readable) {
        cg_text_add(out, cg_node_name(shown->graph, node));
        return;
    }
    struct spelling parts = spelling_split(readable, strlen(readable));
    const char *end = readable + parts.name, *params;
    for (const char *at = readable + parts.start; at < end;) {
        const char *after = end_of_lambda(at, &params);
        const char *numbered = end_of_numbered_lambda(at, end);
        if (after) {
            const char *begin = at + strlen("{lambda");
            add_lambda(out, begin, (size_t)(params - begin));
            at = after;
        } else if (numbered) {
            add_lambda(out, end, parts.params - parts.name);
            at = numbered;
        } else if (text_begins(at, unnamed)) {
            cg_text_add(out, "{anonymous}");
            at += strlen(unnamed);
        } else {
            cg_text_put(out, at++, 1);
        }
    }
}

/* "int (char)" with a name is "int f(char)"; "char *()" is "char *f()". */
static void add_typed(struct cg_text *out, const char *type, const char *name)
{
    const char *params = strchr(type, '(');
    size_t result = params ? (size_t)(params - type) : strlen(type);
    while (result > 0 && type[result - 1] == ' ') {
        result--;
    }
    cg_text_put(out, type, result);
    cg_text_add(out, result > 0 && strchr("*&", type[result - 1]) ? "" : " ");
    cg_text_add(out, name);
    cg_text_add(out, params ? params : "()");
}

static void add_result(struct cg_text *out, const char *result)
{
    size_t length = strlen(result);
    cg_text_add(out, result);
    cg_text_add(out, length > 0 && strchr("*&", result[length - 1]) ? "" : " ");
}

void shown_tau(struct cg_text *out, const struct shown *shown, cg_node node)
{
    const char *readable = shown->readable[node], *name = cg_node_name(shown->graph, node);
    char *type = NULL;
    if (!readable) {
        cg_signature(&type, shown->graph, node, NULL);
        if (type) {
            add_typed(out, type, name);
        } else {
            cg_text_add(out, name);
        }
    } else {
        cg_result_type(&type, shown->graph, node, NULL);
        if (type && spelling_split(readable, strlen(readable)).start == 0 &&
            strcmp(type, "") != 0) {
            add_result(out, type);
        }
        cg_text_add(out, readable);
    }
    free(type);
}

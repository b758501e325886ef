/* Paths as text and as JSON. */
#include "path.h"

#include <math.h>

/* Numbers are shown as short as they are told apart; sums of fractions are not exact. */
#define DIGITS 12

static void print_number(double number)
{
    char text[CLI_DOUBLE_LENGTH];
    cli_double_rounded(text, number, DIGITS);
    fputs(text, stdout);
}

static void print_call(const struct path_question *question, cg_edge edge)
{
    struct query *query = question->query;
    const struct path_weight *weight = &question->weight;
    print_edge_names(query, edge);
    print_edge_details(query, edge);
    if (weight->key) {
        double value = weight->values[weight->on_calls ? edge : cg_edge_callee(query->graph, edge)];
        printf(", %s ", weight->key);
        if (isnan(value)) {
            putchar('-');
        } else {
            print_number(value);
        }
    }
    putchar('\n');
}

/* "numStatements 57, 2 functions without" */
static void print_sum(const struct path_question *question, const struct cg_call_path *path)
{
    const struct path_weight *weight = &question->weight;
    struct path_sum sum = path_sum(weight, question->query->graph, path->edges, path->length);
    printf("%s ", weight->key);
    print_number(sum.total);
    fputs(weight->visits ? " at least" : " in all", stdout);
    if (sum.missing) {
        printf(", %zu %s%s without", sum.missing, weight->on_calls ? "call" : "function",
               sum.missing == 1 ? "" : "s");
    }
}

static void print_none(const struct path_question *question)
{
    char *start = selection_text(question->query, question->from);
    char *end = selection_text(question->query, question->to);
    const char *through = question->query->options.through;
    printf("no path from %s to %s", start, end);
    if (through) {
        fputs(" goes through ", stdout);
        print_plain(through);
    }
    if (question->weight.visits) {
        fputs(" by calls that recorded runs made\n", stdout);
    } else {
        puts("; 'cgquery reach' tells whether that is certain");
    }
    g_free(start);
    g_free(end);
}

static void print_empty(const struct path_question *question, const struct cg_call_path *path)
{
    cg_node node = path->length ? CG_NONE : path->start;
    printf("%s is both FROM and TO\n", query_name(question->query, node));
}

static void print_repeats(enum path_rest rest)
{
    if (rest == PATH_REPEATS_ONLY) {
        puts("it goes through some function twice, as every path that goes there does");
    } else if (rest == PATH_MAYBE_MORE) {
        puts("it goes through some function twice; none of the " PATH_PATIENCE_TEXT
             " shortest paths that do not goes there");
    }
}

static void print_text(const struct path_question *question, const struct cg_call_path *path,
                       bool found, enum path_rest rest)
{
    if (!found) {
        print_none(question);
        return;
    }
    if (path->length == 0) {
        print_empty(question, path);
        return;
    }
    for (size_t i = 0; i < path->length; i++) {
        print_call(question, path->edges[i]);
    }
    if (question->weight.key) {
        print_sum(question, path);
        putchar('\n');
    }
    print_repeats(rest);
}

static void json_weight(struct json *json, const struct path_question *question,
                        const struct cg_call_path *path)
{
    const struct path_weight *weight = &question->weight;
    if (!weight->key) {
        return;
    }
    json_open(json, "weight", '{');
    json_text(json, "key", weight->key);
    if (path->length) {
        struct path_sum sum = path_sum(weight, question->query->graph, path->edges, path->length);
        json_double(json, weight->visits ? "least" : "total", sum.total);
        json_number(json, "missing", sum.missing);
    }
    json_close(json, '}');
}

static void begin_json(struct json *json, const struct path_question *question)
{
    json_begin(json, question->query);
    json_selection(json, "from", question->query, question->from);
    json_selection(json, "to", question->query, question->to);
}

void path_print(const struct path_question *question, const struct cg_call_path *path, bool found,
                enum path_rest rest)
{
    struct json json = {.out = stdout};
    if (!question->query->options.json) {
        print_text(question, path, found, rest);
        return;
    }
    begin_json(&json, question);
    json_bool(&json, "found", found);
    json_edges(&json, "path", question->query, path->edges, path->length);
    json_bool(&json, "repeats", rest == PATH_REPEATS_ONLY || rest == PATH_MAYBE_MORE);
    if (found) {
        json_weight(&json, question, path);
    }
    json_end(&json);
}

/* Paths that are shown as they are found. */
struct shown {
    const struct path_question *question;
    struct json json;
    size_t count;
};

static bool show_text(void *user, const struct cg_call_path *path)
{
    struct shown *shown = user;
    const struct path_question *question = shown->question;
    printf("path %zu: ", ++shown->count);
    if (path->length == 0) {
        print_empty(question, path);
    } else {
        printf("%zu call%s", path->length, path->length == 1 ? "" : "s");
        fputs(question->weight.key ? ", " : "", stdout);
        if (question->weight.key) {
            print_sum(question, path);
        }
        putchar('\n');
    }
    for (size_t i = 0; i < path->length; i++) {
        print_call(question, path->edges[i]);
    }
    putchar('\n');
    return !ferror(stdout);
}

static bool show_json(void *user, const struct cg_call_path *path)
{
    struct shown *shown = user;
    json_open(&shown->json, NULL, '{');
    json_number(&shown->json, "length", path->length);
    json_edges(&shown->json, "calls", shown->question->query, path->edges, path->length);
    json_weight(&shown->json, shown->question, path);
    json_close(&shown->json, '}');
    shown->count++;
    return !ferror(stdout);
}

static void print_rest(const struct shown *shown, size_t most, enum path_rest rest)
{
    const char *through = shown->question->through ? " through the set" : "";
    if (shown->count == 0 && rest == PATH_NO_MORE) {
        print_none(shown->question);
    } else if (shown->count == 0) {
        printf("no path%s among the %d shortest, and there are more\n", through, PATH_PATIENCE);
    } else if (rest == PATH_MORE) {
        printf("%zu shortest paths%s; there are more (--max=N)\n", most, through);
    } else if (rest == PATH_MAYBE_MORE) {
        printf("%zu path%s%s; there may be more, as none was among the next %d\n", shown->count,
               shown->count == 1 ? "" : "s", through, PATH_PATIENCE);
    } else {
        printf("%zu path%s%s, all there are\n", shown->count, shown->count == 1 ? "" : "s",
               through);
    }
}

static void end_json(struct shown *shown, enum path_rest rest)
{
    json_close(&shown->json, ']');
    if (rest == PATH_MAYBE_MORE) {
        json_raw(&shown->json, "more", "null");
    } else {
        json_bool(&shown->json, "more", rest == PATH_MORE);
    }
    json_end(&shown->json);
}

int path_print_all(const struct path_question *question)
{
    const struct options *options = &question->query->options;
    struct shown shown = {.question = question, .json = {.out = stdout}};
    size_t most = options->max < 0 ? 10 : (size_t)options->max;
    struct cg_error error;
    enum path_rest rest;
    if (options->json) {
        begin_json(&shown.json, question);
        json_open(&shown.json, "paths", '[');
    }
    if (path_each(question, most, options->json ? show_json : show_text, &shown, &rest, &error)) {
        return query_fail(question->query, &error);
    }
    if (options->json) {
        end_json(&shown, rest);
    } else {
        print_rest(&shown, most, rest);
    }
    return shown.count ? CLI_OK : CLI_NO;
}

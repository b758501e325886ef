/* Paths as text and as JSON. */
#include "print/drawing/sketch.h"
#include "verbs/path/path.h"

#include <math.h>

static void print_number(const struct path_weight *weight, double number)
{
    char exact[CLI_DOUBLE_LENGTH];
    cli_double(exact, number);
    char *text = weight->unit ? cli_quantity(number, weight->unit) : g_strdup(exact);
    fputs(text, stdout);
    g_free(text);
}

static void print_call(const struct path_question *question, cg_edge edge)
{
    struct query *query = question->query;
    const struct path_weight *weight = &question->weight;
    print_edge_names(query, edge);
    print_edge_details(query, edge);
    if (weight->key) {
        double value = weight->values[weight->on_calls ? edge : cg_edge_callee(query->graph, edge)];
        fputs(", ", stdout);
        cli_print_text(stdout, weight->key);
        putchar(' ');
        if (isnan(value)) {
            putchar('-');
        } else {
            print_number(weight, value);
        }
    }
    putchar('\n');
}

/* "numStatements 57, 2 functions without" */
static void print_sum(const struct path_question *question, const struct cg_call_path *path)
{
    const struct path_weight *weight = &question->weight;
    struct path_sum sum = path_sum(weight, question->query->graph, path->edges, path->length);
    cli_print_text(stdout, weight->key);
    putchar(' ');
    print_number(weight, sum.total);
    fputs(weight->visits ? " at least" : " in all", stdout);
    if (sum.missing) {
        printf(", %zu %s%s without", sum.missing, weight->on_calls ? "call" : "function",
               cli_s(sum.missing));
    }
}

static void print_none(const struct path_question *question)
{
    char *start = selection_text(question->query, question->from);
    char *end = selection_text(question->query, question->to);
    char *const *through = question->query->options.through;
    printf("no path from %s to %s", start, end);
    if (through) {
        fputs(" goes through ", stdout);
        char *set = options_union(through);
        print_plain(set);
        g_free(set);
    }
    if (question->weight.visits) {
        fputs(" by calls that recorded runs made\n", stdout);
    } else {
        puts("; 'cgquery reach' decides whether that is certain");
    }
    g_free(start);
    g_free(end);
}

static void print_empty(const struct path_question *question, cg_node node)
{
    printf("%s is both FROM and TO\n", query_name(question->query, node));
}

static void print_calls(const struct path_question *question, const struct cg_call_path *path)
{
    for (size_t i = 0; i < path->length; i++) {
        print_call(question, path->edges[i]);
    }
}

static void print_repeats(void)
{
    puts("it goes through some function twice; no path was found that does not");
}

static void print_text(const struct path_question *question, const struct path_found *found)
{
    if (!found->found) {
        print_none(question);
        return;
    }
    if (found->path.length == 0) {
        print_empty(question, found->path.start);
        return;
    }
    print_calls(question, &found->path);
    if (question->weight.key) {
        print_sum(question, &found->path);
        putchar('\n');
    }
    if (found->repeats) {
        print_repeats();
    }
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
    struct path_sum sum = {0};
    if (path->length) {
        sum = path_sum(weight, question->query->graph, path->edges, path->length);
        json_double(json, weight->visits ? "least" : "total", sum.total);
    }
    json_number(json, "missing", sum.missing);
    json_close(json, '}');
}

static void begin_json(struct json *json, const struct path_question *question)
{
    json_begin(json, question->query);
    json_selection(json, "from", question->query, question->from);
    json_selection(json, "to", question->query, question->to);
}

/* The two ends are there also where no path is. */
static void begin_sketch(struct sketch *sketch, const struct path_question *question)
{
    char *from = selection_text(question->query, question->from);
    char *to = selection_text(question->query, question->to);
    sketch_init(sketch, question->query, g_strdup_printf("paths from %s to %s", from, to));
    sketch_ask(sketch, question->from);
    sketch_ask(sketch, question->to);
    g_free(from);
    g_free(to);
}

/* Without a path the ends stand alone. */
static int end_sketch(struct sketch *sketch, const struct path_question *question, bool found)
{
    if (!found) {
        sketch_function(sketch, question->from->nodes[0]);
        sketch_function(sketch, question->to->nodes[0]);
    }
    int code = sketch_draw(sketch, question->query->options.format);
    sketch_clear(sketch);
    return code;
}

static void add_path(struct sketch *sketch, const struct cg_call_path *path)
{
    sketch_function(sketch, path->start);
    sketch_calls(sketch, path->edges, path->length);
}

static int draw_one(const struct path_question *question, const struct path_found *found)
{
    struct sketch sketch;
    begin_sketch(&sketch, question);
    if (found->found) {
        add_path(&sketch, &found->path);
    }
    return end_sketch(&sketch, question, found->found);
}

int path_print(const struct path_question *question, const struct path_found *found)
{
    struct json json = {.out = stdout};
    if (sketch_is_asked(&question->query->options)) {
        return draw_one(question, found);
    }
    if (!question->query->options.json) {
        print_text(question, found);
        return CLI_OK;
    }
    begin_json(&json, question);
    json_bool(&json, "found", found->found);
    json_edges(&json, "path", question->query,
               (struct cg_call_set){found->path.edges, found->path.length});
    json_bool(&json, "repeats", found->repeats);
    if (found->found) {
        json_weight(&json, question, &found->path);
    }
    json_end(&json);
    return CLI_OK;
}

/* Prints paths as they are found. */
struct shown {
    const struct path_question *question;
    struct json json;
    struct sketch sketch; /* of a drawing */
    size_t count;
    size_t longest; /* path that was printed, in calls */
    bool several;   /* the printed path connects functions of FROM or TO with each other */
    bool repeats;   /* or contains a function twice */
};

static bool show_text(void *user, const struct cg_call_path *path)
{
    struct shown *shown = user;
    const struct path_question *question = shown->question;
    printf("path %zu: ", ++shown->count);
    shown->longest = MAX(shown->longest, path->length);
    if (path->length == 0) {
        print_empty(question, path->start);
    } else {
        printf("%zu call%s", path->length, cli_s(path->length));
        fputs(question->weight.key ? ", " : "", stdout);
        if (question->weight.key) {
            print_sum(question, path);
        }
        putchar('\n');
    }
    print_calls(question, path);
    putchar('\n');
    return !ferror(stdout);
}

static bool show_json(void *user, const struct cg_call_path *path)
{
    struct shown *shown = user;
    json_open(&shown->json, NULL, '{');
    json_number(&shown->json, "length", path->length);
    json_edges(&shown->json, "calls", shown->question->query,
               (struct cg_call_set){path->edges, path->length});
    json_bool(&shown->json, "repeats", shown->repeats);
    json_weight(&shown->json, shown->question, path);
    json_close(&shown->json, '}');
    shown->count++;
    return !ferror(stdout);
}

static bool show_in_sketch(void *user, const struct cg_call_path *path)
{
    struct shown *shown = user;
    add_path(&shown->sketch, path);
    shown->count++;
    return true;
}

static void print_rest(const struct shown *shown, size_t most, enum path_rest rest)
{
    const char *through = shown->question->through ? " through the set" : "";
    if (shown->count == 0) {
        print_none(shown->question);
    } else if (shown->repeats) {
        print_repeats();
    } else if (shown->several) {
        puts("it goes through several functions of FROM or TO; no path was found that does not");
    } else if (rest == PATH_MORE) {
        printf("%zu shortest paths%s; there are more (--max=N)\n", most, through);
    } else if (rest == PATH_MAYBE_MORE) {
        printf("%zu path%s%s; there may be more, as none was among %d others\n", shown->count,
               cli_s(shown->count), through, PATH_PATIENCE);
    } else {
        printf("%zu path%s%s, all there are\n", shown->count, cli_s(shown->count), through);
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

/* No path was found, but a chain of calls leads through the set. */
static int show_repeating(struct shown *shown, path_visit *visit, enum path_rest rest,
                          struct cg_error *error)
{
    struct path_found found;
    int status = path_find(&found, shown->question, error);
    if (!status && found.found) {
        shown->repeats = found.repeats;
        shown->several = !found.repeats && rest == PATH_NO_MORE;
        visit(shown, &found.path);
    }
    if (!status) {
        g_free((cg_edge *)(uintptr_t)found.path.edges);
    }
    return status;
}

static path_visit *begin_paths(struct shown *shown)
{
    const struct options *options = &shown->question->query->options;
    if (sketch_is_asked(options)) {
        begin_sketch(&shown->sketch, shown->question);
        return show_in_sketch;
    }
    if (options->json) {
        begin_json(&shown->json, shown->question);
        json_open(&shown->json, "paths", '[');
    }
    return options->json ? show_json : show_text;
}

static int end_paths(struct shown *shown, size_t most, enum path_rest rest)
{
    const struct options *options = &shown->question->query->options;
    if (sketch_is_asked(options)) {
        if (rest != PATH_NO_MORE) {
            cli_note("%zu shortest paths are drawn; there may be more (--max=N)", shown->count);
        }
        return end_sketch(&shown->sketch, shown->question, shown->count > 0);
    }
    if (options->json) {
        end_json(shown, rest);
    } else {
        print_rest(shown, most, rest);
        if (shown->count > 0) {
            query_sum_up(shown->question->query, "the longest shown has %zu call%s", shown->longest,
                         cli_s(shown->longest));
        }
    }
    return CLI_OK;
}

int path_print_all(const struct path_question *question)
{
    const struct options *options = &question->query->options;
    struct shown shown = {.question = question, .json = {.out = stdout}};
    size_t most = options->max < 0 ? 10 : (size_t)options->max;
    struct cg_error error;
    enum path_rest rest;
    path_visit *visit = begin_paths(&shown);
    int status = path_each(question, most, visit, &shown, &rest, &error);
    if (!status && shown.count == 0 && question->through) {
        status = show_repeating(&shown, visit, rest, &error);
    }
    if (status) {
        return query_fail(question->query, &error);
    }
    int code = end_paths(&shown, most, rest);
    return code != CLI_OK ? code : shown.count ? CLI_OK : path_exit_without(question);
}

/* Prints the answer of `impact` as text. */
#include "verbs/impact/impact.h"

#include <string.h>

enum { SHOWN = 50, SHOWN_EVIDENCE = 5 };

static void print_heading(const struct touched *touched, const char *text)
{
    print_colored(touched->query, "1", text);
    puts(":");
}

static void print_rest(size_t count, size_t shown)
{
    cli_print_more(stdout, "  ", count > shown ? count - shown : 0, NULL);
}

/* "name (file:line)" */
static void print_function(const struct touched *touched, cg_node node)
{
    char *place = query_place(touched->query, node);
    fputs(query_name(touched->query, node), stdout);
    if (place) {
        printf(" (%s)", place);
    }
    g_free(place);
}

/* "3-5", "3", or "before 3" */
static void print_range(struct line_range range)
{
    unsigned long first = range.first, last = range.last;
    if (last < first) {
        printf("before %lu", first);
    } else if (last == first) {
        printf("%lu", first);
    } else {
        printf("%lu-%lu", first, last);
    }
}

static void print_summary(const struct touched *touched)
{
    size_t changed = touched->changed.functions->len, known = 0;
    for (cg_node node = 0; node < cg_graph_node_count(touched->query->graph); node++) {
        known += touched_is_known(touched, node);
    }
    size_t users = touched_users(touched), callers = known - changed - users;
    guint definitions = touched->changed.entities->len;
    printf("%zu function%s ", changed, cli_s(changed));
    if (definitions > 0) {
        printf("and %u definition%s changed, %zu function%s use%s %s, ", definitions,
               cli_s(definitions), users, cli_s(users), users == 1 ? "s" : "",
               definitions == 1 ? "it" : "them");
    } else {
        fputs("changed, ", stdout);
    }
    printf("%zu lead%s there", callers, callers == 1 ? "s" : "");
    int depth = touched->query->options.depth;
    if (depth < G_MAXINT) {
        printf(" by %d call%s or less", depth, cli_s((size_t)depth));
    }
    size_t beyond = touched_beyond(touched);
    if (beyond > 0) {
        printf(", %zu more may", beyond);
    }
    printf("; entry points: %zu of %zu, tests: %zu of %zu\n",
           touched_known(touched, touched->entries), touched->entry_count,
           touched_known(touched, touched->tests), touched->test_count);
}

static void print_changed(const struct touched *touched)
{
    const GArray *functions = touched->changed.functions;
    if (functions->len > 0) {
        print_heading(touched, "changed");
    }
    for (guint i = 0; i < functions->len; i++) {
        const struct changed_function *function =
            &g_array_index(functions, struct changed_function, i);
        fputs("  ", stdout);
        print_function(touched, function->node);
        for (guint k = 0; k < function->ranges->len; k++) {
            struct line_range range = g_array_index(function->ranges, struct line_range, k);
            fputs(k ? ", " : range.last < range.first ? " " : " at ", stdout);
            print_range(range);
        }
        putchar('\n');
    }
}

/* "macro LIMIT", "struct list" */
static void print_entity(const struct touched *touched, uint32_t entity)
{
    const struct used_entity *used = uses_entity(touched->changed.uses, entity);
    const char *shown = entity_shown(used);
    if (!strchr(shown, ' ')) {
        printf("%s ", entity_kind_word(used->kind));
    }
    print_plain(shown);
}

static void print_definitions(const struct touched *touched)
{
    const GArray *entities = touched->changed.entities;
    size_t limit = query_list_limit(touched->query, SHOWN);
    if (entities->len > 0) {
        print_heading(touched, "changed definitions");
    }
    for (guint i = 0; i < entities->len && i < limit; i++) {
        const struct changed_entity *entity = &g_array_index(entities, struct changed_entity, i);
        const struct line_range range = {entity->first, entity->last};
        fputs("  ", stdout);
        print_entity(touched, entity->entity);
        fputs(" at ", stdout);
        print_plain(entity->file);
        putchar(':');
        range.last < range.first ? (void)printf("%u", (unsigned)range.first) : print_range(range);
        printf(": used by %zu function%s\n", entity->functions, cli_s(entity->functions));
    }
    print_rest(entities->len, limit);
}

static void print_dependents(const struct touched *touched)
{
    const GArray *dependents = touched->changed.dependents;
    size_t limit = query_list_limit(touched->query, SHOWN);
    guint count = dependents ? dependents->len : 0;
    if (count > 0) {
        print_heading(touched, "use them");
    }
    for (guint i = 0; i < count && i < limit; i++) {
        const struct dependent *dependent = &g_array_index(dependents, struct dependent, i);
        char *ways = use_words(dependent->use.ways);
        fputs("  ", stdout);
        print_function(touched, dependent->node);
        fputs(" at ", stdout);
        print_plain(dependent->use.file);
        printf(":%u: %s ", (unsigned)dependent->use.line, ways);
        print_plain(entity_shown(uses_entity(touched->changed.uses, dependent->entity)));
        if (dependent->entity != dependent->cause) {
            fputs(", for ", stdout);
            print_plain(entity_shown(uses_entity(touched->changed.uses, dependent->cause)));
        }
        putchar('\n');
        g_free(ways);
    }
    print_rest(count, limit);
}

static void print_place(const struct changed_place *place)
{
    fputs("  ", stdout);
    print_plain(place->file);
    if (place->in_graph) {
        putchar(':');
        if (place->range.last < place->range.first) {
            printf("%lu", (unsigned long)place->range.first);
        } else {
            print_range(place->range);
        }
    }
    if (place->binary) {
        fputs(" (binary)", stdout);
    } else if (place->added || place->removed) {
        printf(" (+%lu -%lu)", (unsigned long)place->added, (unsigned long)place->removed);
    }
    if (place->heading) {
        fputs(" @@ ", stdout);
        print_plain(place->heading);
    }
    putchar('\n');
}

static void print_places(const struct touched *touched, bool in_graph, const char *heading)
{
    size_t limit = query_list_limit(touched->query, SHOWN), count = 0;
    for (guint i = 0; i < touched->changed.places->len; i++) {
        const struct changed_place *place =
            &g_array_index(touched->changed.places, struct changed_place, i);
        if (place->in_graph != in_graph) {
            continue;
        }
        if (count == 0) {
            print_heading(touched, heading);
        }
        if (count++ < limit) {
            print_place(place);
        }
    }
    print_rest(count, limit);
}

static void print_nodes(const struct touched *touched, const GArray *nodes, const char *heading,
                        size_t limit)
{
    if (nodes->len > 0) {
        print_heading(touched, heading);
    }
    for (guint i = 0; i < nodes->len && i < limit; i++) {
        cg_node node = g_array_index(nodes, cg_node, i);
        if (touched_is_known(touched, node)) {
            printf("  %lu ", (unsigned long)cg_impact_distances(touched->impact)[node]);
        } else {
            fputs("  ? ", stdout);
        }
        print_function(touched, node);
        putchar('\n');
    }
    print_rest(nodes->len, limit);
}

static void print_unresolved_calls(const struct touched *touched, size_t limit)
{
    struct cg_function_set unresolved = cg_impact_unresolved(touched->impact);
    size_t count = 0;
    for (size_t i = 0; i < unresolved.count; i++) {
        struct cg_site_list *sites =
            query_sites(touched->query, unresolved.nodes[i], CG_KEY_UNRESOLVED_CALLS);
        for (size_t k = 0; k < site_count(sites); k++) {
            if (count++ < limit) {
                char *details = open_details(touched->query, cg_site_list_at(sites, k));
                printf("  unresolved %s in %s\n", details,
                       query_name(touched->query, unresolved.nodes[i]));
                g_free(details);
            }
        }
        cg_site_list_free(sites);
    }
    print_rest(count, limit);
}

/* Prints what may lead there without a known call. */
static void print_beyond(const struct touched *touched)
{
    const struct cg_impact *impact = touched->impact;
    struct cg_function_set exposed = cg_impact_exposed(impact);
    struct cg_function_set uncollected = cg_impact_uncollected(impact);
    size_t limit = query_list_limit(touched->query, SHOWN_EVIDENCE);
    if (cg_impact_unresolved(impact).count + uncollected.count == 0) {
        return;
    }
    print_heading(touched, "may also be called, by calls that are not known");
    for (size_t i = 0; i < exposed.count && i < limit; i++) {
        fputs("  ", stdout);
        print_function(touched, exposed.nodes[i]);
        putchar('\n');
    }
    print_rest(exposed.count, limit);
    print_heading(touched, "such calls");
    print_unresolved_calls(touched, limit);
    for (size_t i = 0; i < uncollected.count && i < limit; i++) {
        printf("  code not collected: %s\n", query_name(touched->query, uncollected.nodes[i]));
    }
    print_rest(uncollected.count, limit);
}

static void note_limits(const struct touched *touched)
{
    const struct cg_impact *impact = touched->impact;
    if (cg_impact_unrecorded_count(impact) > 0 && cg_impact_records_unresolved_calls(impact)) {
        cli_note("the graph does not say of %lu function%s whether all calls are known",
                 (unsigned long)cg_impact_unrecorded_count(impact),
                 cli_s(cg_impact_unrecorded_count(impact)));
    } else if (cg_impact_unrecorded_count(impact) > 0) {
        cli_note("the graph does not record which calls are unresolved: there may be more");
    }
}

static void print_side(enum side side)
{
    puts(side == SIDE_OLD   ? "lines are those before the change"
         : side == SIDE_NEW ? "lines are those after the change"
                            : "lines may be those before or after the change: functions of both "
                              "(--side decides)");
}

void impact_print_text(const struct touched *touched)
{
    const struct changed *changed = &touched->changed;
    if (changed->files && changed->files->len == 0 && changed->functions->len == 0 &&
        changed->lines->len == 0) {
        puts("nothing changed: no difference was read");
        return;
    }
    if (!cli_is_quiet()) {
        print_summary(touched);
    }
    if (changed->files && changed->files->len > 0) {
        print_side(changed->side);
    }
    print_changed(touched);
    print_definitions(touched);
    print_dependents(touched);
    print_places(touched, true,
                 !changed->uses || uses_recorded(changed->uses)
                     ? "outside of functions: nothing that functions use is defined there"
                     : "outside of functions: the graph does not record who uses these lines");
    print_places(touched, false, "files the graph has nothing of");
    print_nodes(touched, touched->entries, "entry points", query_list_limit(touched->query, SHOWN));
    print_nodes(touched, touched->tests, "tests", query_list_limit(touched->query, SHOWN));
    print_nodes(touched, touched->callers, "callers", query_list_limit(touched->query, SHOWN));
    print_beyond(touched);
    note_limits(touched);
    if (changed->uses && uses_recorded(changed->uses)) {
        uses_note_missing(changed->uses);
    }
}

/* Tests of GoogleTest are methods SUITE_NAME_Test::TestBody; runners call them SUITE.NAME. */
static char *test_name(struct query *query, cg_node node)
{
    size_t length;
    const char *base = query_base_name(query, node, &length);
    char *name = g_strndup(base, length);
    if (g_str_has_suffix(name, "_Test::TestBody")) {
        name[length - strlen("_Test::TestBody")] = '\0';
        char *scope = g_strrstr(name, "::");
        char *suite = scope ? scope + 2 : name;
        char *split = strchr(suite, '_');
        if (split) {
            *split = '.';
        }
        memmove(name, suite, strlen(suite) + 1);
    }
    char *shown = cli_printable(name);
    g_free(name);
    return shown;
}

void impact_print_tests(const struct touched *touched)
{
    size_t known = touched_known(touched, touched->tests);
    for (size_t i = 0; i < known; i++) {
        char *name = test_name(touched->query, g_array_index(touched->tests, cg_node, i));
        puts(name);
        g_free(name);
    }
    if (touched->changed.files && touched->changed.side == SIDE_ANY) {
        cli_note("lines may be those before or after the change: functions of both are taken "
                 "(--side decides)");
    }
    size_t more = touched->tests->len - known;
    if (touched->test_count == 0) {
        cli_note("%s has no tests: name them with --tests", touched->query->graph_name);
    } else if (touched->tests->len == 0) {
        cli_note("no test leads to what changed");
    } else if (more > 0) {
        cli_note("%zu more test%s may lead there, by calls that are not known: --format=text lists "
                 "them",
                 more, cli_s(more));
    }
    note_limits(touched);
}

/* Turns the differences into lines of text, one for each fact. */
#include "verbs/diff/differences.h"

/* The section that lines are added to. */
struct writer {
    struct diff_section *section;
    const struct differences *d;
    GStringChunk *names; /* made up */
};

static void add_line(struct diff_section *section, char sign, char *text)
{
    struct diff_line line = {sign, text};
    g_array_append_val(section->lines, line);
    section->added += sign == '+';
    section->gone += sign == '-';
    section->changed += sign == '~';
}

/* "name (file:line)" */
static char *function_text(struct query *query, cg_node node)
{
    char *place = query_place(query, node);
    char *text = place ? g_strdup_printf("%s (%s)", query_name(query, node), place)
                       : g_strdup(query_name(query, node));
    g_free(place);
    return text;
}

/* Functions that share a name are distinguished by file: "name (file)". */
static const char *name(const struct writer *w, struct query *query, cg_node node)
{
    const char *origin = cg_node_origin(query->graph, node);
    const char *linkage = cg_node_name(query->graph, node);
    cg_node first = cg_graph_find(query->graph, linkage);
    bool shared = first != node || cg_graph_find_next(query->graph, linkage, first) != CG_NONE;
    if (!shared || !origin) {
        return query_name(query, node);
    }
    char *file = cli_printable(origin);
    char *text = g_strdup_printf("%s (%s)", query_name(query, node), file);
    const char *kept = g_string_chunk_insert(w->names, text);
    g_free(text);
    g_free(file);
    return kept;
}

static char *call_text(const struct writer *w, struct query *query, cg_edge edge)
{
    char *details = edge_details(query, edge);
    char *text = g_strdup_printf("%s -> %s%s", name(w, query, cg_edge_caller(query->graph, edge)),
                                 name(w, query, cg_edge_callee(query->graph, edge)), details);
    g_free(details);
    return text;
}

static void add_old(struct writer *w, struct cg_function_set list, char sign)
{
    for (size_t i = 0; i < list.count; i++) {
        if (diff_shows_old(w->d, list.nodes[i])) {
            add_line(w->section, sign, function_text(w->d->before, list.nodes[i]));
        }
    }
}

/* Adds lines about functions of the new graph after the other facts. */
static void add_new(struct writer *w, struct cg_function_set list, char sign, const char *before)
{
    for (size_t i = 0; i < list.count; i++) {
        if (diff_shows_new(w->d, list.nodes[i])) {
            char *text = function_text(w->d->after, list.nodes[i]);
            add_line(w->section, sign, g_strconcat(before, text, NULL));
            g_free(text);
        }
    }
}

static void add_moved(struct writer *w)
{
    const struct cg_diff *diff = w->d->diff;
    struct cg_function_set moved = cg_diff_moved(diff);
    for (size_t i = 0; i < moved.count; i++) {
        cg_node node = moved.nodes[i];
        if (diff_shows_new(w->d, node)) {
            char *from = query_place(w->d->before, cg_diff_old_of(diff)[node]);
            char *to = query_place(w->d->after, node);
            add_line(
                w->section, '~',
                g_strdup_printf("%s moved from %s to %s", query_name(w->d->after, node), from, to));
            g_free(from);
            g_free(to);
        }
    }
}

static void write_functions(struct writer *w)
{
    const struct cg_diff *diff = w->d->diff;
    add_new(w, cg_diff_added(diff), '+', "");
    add_old(w, cg_diff_gone(diff), '-');
    add_moved(w);
    add_new(w, cg_diff_defined(diff), '~', "now defined ");
    add_new(w, cg_diff_undefined(diff), '~', "no longer defined ");
}

static void write_calls(struct writer *w)
{
    const struct differences *d = w->d;
    const struct cg_diff *diff = d->diff;
    struct cg_call_set calls_changed = cg_diff_calls_changed(diff);
    struct cg_call_set calls_gone = cg_diff_calls_gone(diff);
    struct cg_call_set calls_added = cg_diff_calls_added(diff);
    for (size_t i = 0; i < calls_added.count; i++) {
        if (diff_shows_new_call(d, calls_added.edges[i])) {
            add_line(w->section, '+', call_text(w, d->after, calls_added.edges[i]));
        }
    }
    for (size_t i = 0; i < calls_gone.count; i++) {
        if (diff_shows_old_call(d, calls_gone.edges[i])) {
            add_line(w->section, '-', call_text(w, d->before, calls_gone.edges[i]));
        }
    }
    for (size_t i = 0; i < calls_changed.count; i++) {
        cg_edge edge = calls_changed.edges[i];
        if (diff_shows_new_call(d, edge)) {
            char *now = call_text(w, d->after, edge);
            char *kinds = edge_kinds(d->before, diff_old_call(d, edge));
            add_line(w->section, '~',
                     g_strdup_printf("%s, was%s", now, *kinds ? kinds : " of no kind"));
            g_free(now);
            g_free(kinds);
        }
    }
}

static void write_reached(struct writer *w)
{
    add_new(w, cg_diff_reached(w->d->diff), '+', "");
    add_new(w, cg_diff_unreached(w->d->diff), '-', "");
}

/* A line for each function, then the calls behind it. */
static void write_gain(struct writer *w, struct query *query, const struct cg_diff_gain *gain,
                       char sign)
{
    const char *target = name(w, query, gain->target);
    for (size_t i = 0; i < gain->functions.count; i++) {
        add_line(w->section, sign,
                 g_strdup_printf("%s from %s", target, name(w, query, gain->functions.nodes[i])));
    }
    size_t more = gain->function_count - gain->functions.count;
    if (more > 0) {
        add_line(w->section, ' ',
                 g_strdup_printf("%s from %zu more function%s", target, more, cli_s(more)));
    }
    *(sign == '+' ? &w->section->added : &w->section->gone) += more;
    for (size_t i = 0; i < gain->causes.count; i++) {
        char *call = call_text(w, query, gain->causes.edges[i]);
        add_line(w->section, ' ', g_strdup_printf("%s by %s", target, call));
        g_free(call);
    }
    more = gain->cause_count - gain->causes.count;
    if (more > 0) {
        add_line(w->section, ' ',
                 g_strdup_printf("%s by %zu more call%s", target, more, cli_s(more)));
    }
}

static void write_gains(struct writer *w)
{
    for (size_t i = 0; i < cg_diff_gains_count(w->d->gained); i++) {
        write_gain(w, w->d->after, cg_diff_gains_at(w->d->gained, i), '+');
    }
    for (size_t i = 0; i < cg_diff_gains_count(w->d->lost); i++) {
        write_gain(w, w->d->before, cg_diff_gains_at(w->d->lost, i), '-');
    }
}

static void append_names(GString *text, const struct writer *w, struct query *query,
                         struct cg_function_set list, const char *before)
{
    for (size_t i = 0; i < list.count; i++) {
        g_string_append_printf(text, "%s%s%s", i ? ", " : "", before,
                               name(w, query, list.nodes[i]));
    }
}

static void add_cycle(struct writer *w, const struct cg_diff_cycle *cycle)
{
    GString *text = g_string_new(NULL);
    if (cycle->before == 0) {
        append_names(text, w, w->d->after, cycle->new_members, "");
    } else if (cycle->after == 0) {
        append_names(text, w, w->d->before, cycle->old_members, "");
    } else {
        g_string_append_printf(text, "of %s: %zu function%s in %lu, now %zu in %lu: ",
                               name(w, w->d->after, cycle->new_members.nodes[0]),
                               cycle->old_members.count, cli_s(cycle->old_members.count),
                               (unsigned long)cycle->before, cycle->new_members.count,
                               (unsigned long)cycle->after);
        append_names(text, w, w->d->after, cycle->gained, "+");
        g_string_append(text, cycle->gained.count && cycle->lost.count ? ", " : "");
        append_names(text, w, w->d->before, cycle->lost, "-");
        g_string_append(text, cycle->gained.count || cycle->lost.count ? "" : "the same");
    }
    char sign = cycle->before == 0 ? '+' : cycle->after == 0 ? '-' : '~';
    add_line(w->section, sign, g_string_free(text, FALSE));
}

static void write_cycles(struct writer *w)
{
    for (size_t i = 0; i < cg_diff_cycle_count(w->d->diff); i++) {
        if (diff_shows_cycle(w->d, cg_diff_cycle_at(w->d->diff, i))) {
            add_cycle(w, cg_diff_cycle_at(w->d->diff, i));
        }
    }
}

static void add_open(struct query *query, cg_node node, const struct cg_site *site, void *data)
{
    struct writer *w = data;
    char *details = open_details(query, site);
    add_line(w->section, query == w->d->after ? '+' : '-',
             g_strdup_printf("%s in %s", details, name(w, query, node)));
    g_free(details);
}

static void write_open(struct writer *w)
{
    diff_unresolved_calls(w->d, false, add_open, w);
    diff_unresolved_calls(w->d, true, add_open, w);
}

static void write_fans(struct writer *w)
{
    for (guint i = 0; i < w->d->fans->len; i++) {
        const struct fan *fan = &g_array_index(w->d->fans, struct fan, i);
        add_line(w->section, '~',
                 g_strdup_printf("%s: %lu -> %lu", name(w, w->d->after, fan->node),
                                 (unsigned long)fan->before, (unsigned long)fan->after));
    }
}

static void add_value(struct writer *w, cg_node node, const char *key)
{
    const struct differences *d = w->d;
    cg_node before = cg_diff_old_of(d->diff)[node];
    char *was = cg_metadata_text(d->before->graph, CG_ON_NODE, before, key);
    char *is = cg_metadata_text(d->after->graph, CG_ON_NODE, node, key);
    if (g_strcmp0(was, is) != 0) {
        char *old_text = cli_printable(was ? was : "none");
        char *new_text = cli_printable(is ? is : "none");
        add_line(
            w->section, '~',
            g_strdup_printf("%s %s: %s -> %s", name(w, d->after, node), key, old_text, new_text));
        g_free(old_text);
        g_free(new_text);
    }
    free(was);
    free(is);
}

static void write_values(struct writer *w)
{
    uint32_t count;
    cg_node *nodes = diff_common(w->d, &count);
    for (char **key = w->d->before->options.kinds; key && *key; key++) {
        for (uint32_t i = 0; i < count; i++) {
            add_value(w, nodes[i], *key);
        }
    }
    g_free(nodes);
}

void diff_sections(struct diff_section out[DIFF_SECTIONS], const struct differences *d)
{
    static const struct {
        const char *word;
        const char *title;
        void (*write)(struct writer *w);
    } sorts[DIFF_SECTIONS] = {
        {"function", "Functions", write_functions},
        {"call", "Calls", write_calls},
        {"entries-reach", "Reached from entry points", write_reached},
        {"reach", "Library functions reached", write_gains},
        {"cycle", "Cycles", write_cycles},
        {"unresolved", "Unresolved calls", write_open},
        {"callers", "Numbers of callers", write_fans},
        {"value", "Metadata", write_values},
    };
    GStringChunk *names = g_string_chunk_new(1024);
    for (size_t i = 0; i < DIFF_SECTIONS; i++) {
        out[i] = (struct diff_section){
            .word = sorts[i].word,
            .title = sorts[i].title,
            .lines = g_array_new(FALSE, FALSE, sizeof(struct diff_line)),
        };
        sorts[i].write(&(struct writer){&out[i], d, names});
    }
    g_string_chunk_free(names);
}

void diff_sections_clear(struct diff_section sections[DIFF_SECTIONS])
{
    for (size_t i = 0; i < DIFF_SECTIONS; i++) {
        for (guint k = 0; k < sections[i].lines->len; k++) {
            g_free(g_array_index(sections[i].lines, struct diff_line, k).text);
        }
        g_array_unref(sections[i].lines);
    }
}

char *diff_section_counts(const struct diff_section *section)
{
    GString *text = g_string_new(NULL);
    const struct {
        char sign;
        size_t count;
    } counts[] = {{'+', section->added}, {'-', section->gone}, {'~', section->changed}};
    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
        if (counts[i].count > 0) {
            g_string_append_printf(text, "%s%c%zu", text->len ? " " : "", counts[i].sign,
                                   counts[i].count);
        }
    }
    return g_string_free(text, FALSE);
}

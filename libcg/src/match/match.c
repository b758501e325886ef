/*
 * Tries the ways in turn, each with the candidates narrowed by file and place. Uses crowds.h where
 * a name has too many functions to judge each.
 */
#include "match/match.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "match/match_internal.h"
#include "names/decorations.h"

#include <stdlib.h>
#include <string.h>

bool matcher_init(struct matcher *m, struct cg_graph *graph, char *(*demangle)(const char *name))
{
    *m = (struct matcher){.graph = graph, .demangle = demangle};
    m->own_index = !graph->other_names;
    bool ok = crowds_init(&m->crowds);
    return (!m->own_index || graph_index_other_names(graph)) && ok;
}

void matcher_free(struct matcher *m)
{
    if (m->own_index) {
        graph_drop_other_names(m->graph);
    }
    names_free(&m->names);
    places_free(&m->places);
    crowds_free(&m->crowds);
    cg_text_free(&m->words);
    cg_text_free(&m->scratch);
    free(m->initialisers);
    free(m->found);
}

/* A function has few entries in sequence (names_entry). */
enum { MOST_ENTRIES = 8 };

bool match_add(struct matcher *m, cg_node node)
{
    for (size_t i = m->count; i > 0 && i + MOST_ENTRIES > m->count; i--) {
        if (m->found[i - 1] == node) {
            return true;
        }
    }
    if (!cg_grow(&m->found, &m->capacity, m->count + 1, sizeof *m->found)) {
        return false;
    }
    m->found[m->count++] = node;
    return true;
}

/* Choosing between several */

int match_judge_file(const struct matcher *m, const struct match_query *query, cg_node node)
{
    return query->file ? places_agree(m->graph, node, query->file) : 0;
}

int match_judge_place(const struct matcher *m, const struct match_query *query, cg_node node)
{
    const struct places_point point = {query->line, query->column};
    return query->line && query->file && places_contain(m->graph, node, query->file, point);
}

static int judge_definition(const struct matcher *m, const struct match_query *query, cg_node node)
{
    return query->compiled && cg_node_has_body(m->graph, node);
}

int match_keep_best(struct matcher *m, const struct match_query *query, match_judge *judge)
{
    int best = -1;
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++) {
        int liked = judge(m, query, m->found[i]);
        if (liked > best) {
            best = liked;
            kept = 0;
        }
        if (liked == best) {
            m->found[kept++] = m->found[i];
        }
    }
    m->count = kept;
    return best;
}

/* A function that is not internal is unique by name, wherever it is. */
static void keep_global(struct matcher *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (cg_node_linkage(m->graph, m->found[i]) != CG_LINKAGE_INTERNAL) {
            m->found[kept++] = m->found[i];
        }
    }
    m->count = kept;
}

static void choose_file(struct matcher *m, const struct match_query *query, bool global)
{
    size_t before = m->count;
    if (match_keep_best(m, query, match_judge_file) < 0) {
        m->count = global ? before : 0; /* all of them disagree, and keep their order */
        keep_global(m);
    }
}

static void choose_further(struct matcher *m, const struct match_query *query, bool by_place)
{
    if (m->count > FOUND_LIMIT) {
        m->count = 2;
        return;
    }
    if (m->count > 1 && by_place) {
        match_keep_best(m, query, match_judge_place);
    }
    if (m->count > 1) {
        match_keep_best(m, query, judge_definition);
    }
}

static void choose_candidates(struct matcher *m, const struct match_query *query, bool global)
{
    if (query->file && m->count) {
        choose_file(m, query, global);
    }
    choose_further(m, query, true);
}

static bool choose_of_crowd(struct matcher *m, const struct match_query *query, bool global,
                            const struct crowd *crowd)
{
    static const struct crowd_nodes none = {0};
    const struct crowd_nodes *others = !query->file ? &crowd->all : global ? &crowd->global : &none;
    bool ok = match_crowd(m, query, crowd, others);
    /* of more match_crowd found those at the place, if any is */
    choose_further(m, query, m->count <= CROWD_LEAST);
    return ok;
}

/* By linkage name */

bool match_linkage(struct matcher *m, const char *name)
{
    const struct cg_graph *g = m->graph;
    bool ok = true;
    m->count = 0;
    for (cg_node n = cg_graph_find(g, name); n != CG_NONE && ok;
         n = cg_graph_find_next(g, name, n)) {
        ok = match_add(m, n);
    }
    bool others = !m->count && !g->frozen;
    for (cg_node n = others ? graph_find_other_name(g, name) : CG_NONE; n != CG_NONE && ok;
         n = graph_next_other_name(g, name, n)) {
        ok = match_add(m, n);
    }
    return ok;
}

static bool find_linkage(struct matcher *m, const struct match_query *query, const char *name)
{
    bool global = query->external || strncmp(name, "_Z", 2) == 0;
    struct crowd *crowd = match_recall(m, 'l', name, strlen(name));
    bool ok = crowd || (match_linkage(m, name) && match_remember(m, &crowd));
    if (crowd) {
        return choose_of_crowd(m, query, global, crowd);
    }
    choose_candidates(m, query, global);
    return ok;
}

static bool find_part(struct matcher *m, const struct match_query *query, const char *name,
                      size_t length)
{
    cg_text_clear(&m->scratch);
    cg_text_put(&m->scratch, name, length);
    cg_text_put(&m->scratch, "", 1);
    return !m->scratch.failed && find_linkage(m, query, m->scratch.bytes);
}

static bool find_clone(struct matcher *m, const struct match_query *query)
{
    struct decorations found = decorations_of_clone(query->name, strlen(query->name));
    return !found.clone || find_part(m, query, query->name, found.length);
}

/* Whether a name is the rest of GCC's "(static initializers for FILE)", cut after the last dot. */
static bool is_cut_initialisers(const struct match_query *query)
{
    const char *dot = query->file ? strrchr(query->file, '.') : NULL;
    size_t length = dot ? strlen(dot + 1) : 0;
    return length && strncmp(query->name, dot + 1, length) == 0 &&
           strcmp(query->name + length, ")") == 0;
}

static bool find_initialisers(struct matcher *m, const struct match_query *query)
{
    bool cut = is_cut_initialisers(query);
    if (!query->file || (!cut && !match_initialisers(query->name))) {
        return true;
    }
    return match_put_initialisers(&m->scratch, cut ? NULL : query->name, query->file) &&
           find_linkage(m, query, m->scratch.bytes);
}

/* By demangled name */

bool match_form(struct matcher *m, const char *text, size_t length, enum names_form form)
{
    struct cg_text tight = {0};
    spelling_tight(&tight, text, length);
    bool ok = !tight.failed;
    const char *key = tight.length ? tight.bytes : "";
    m->count = 0;
    for (uint32_t i = ok ? names_first(&m->names, key, tight.length) : 0; i && ok;
         i = m->names.entries[i - 1].next) {
        const struct names_entry *entry = &m->names.entries[i - 1];
        ok = entry->form != form || match_add(m, entry->node);
    }
    cg_text_free(&tight);
    return ok;
}

static bool find_form(struct matcher *m, const struct match_query *query, const char *text,
                      size_t length, enum names_form form)
{
    struct crowd *crowd = match_recall(m, (char)('0' + form), text, length);
    bool ok = crowd || (match_form(m, text, length, form) && match_remember(m, &crowd));
    if (crowd) {
        return choose_of_crowd(m, query, false, crowd);
    }
    choose_candidates(m, query, false);
    return ok;
}

/* Compilers mangle some names differently: GCC marks static functions of unnamed namespaces. */
static bool find_demangled(struct matcher *m, const struct match_query *query)
{
    char *text = m->demangle(query->name);
    bool ok = !text || strcmp(text, query->name) == 0 ||
              find_form(m, query, text, strlen(text), NAMES_WHOLE);
    free(text);
    return ok;
}

static bool find_spelled(struct matcher *m, const struct match_query *query)
{
    static const enum names_form forms[] = {NAMES_WHOLE, NAMES_PLAIN, NAMES_BARE};
    if (!m->demangle) {
        return true;
    }
    bool ok = names_build(&m->names, m->graph, m->demangle);
    if (ok && strncmp(query->name, "_Z", 2) == 0) {
        return find_demangled(m, query);
    }
    for (size_t i = 0; i < sizeof forms / sizeof *forms && ok && !m->count; i++) {
        ok = find_form(m, query, query->name, strlen(query->name), forms[i]);
    }
    return ok;
}

bool match_keep_parameters(struct matcher *m, const char *text, const struct spelling *parts)
{
    struct cg_text wanted = {0}, have = {0};
    size_t kept = 0;
    spelling_types(&wanted, text + parts->name, parts->params - parts->name);
    for (size_t i = 0; i < m->count; i++) {
        char *other = m->demangle(cg_node_name(m->graph, m->found[i]));
        const char *spelled = other ? other : "";
        struct spelling of_other = spelling_split(spelled, strlen(spelled));
        cg_text_clear(&have);
        spelling_types(&have, spelled + of_other.name, of_other.params - of_other.name);
        if (have.length == wanted.length &&
            (!have.length || memcmp(have.bytes, wanted.bytes, have.length) == 0)) {
            m->found[kept++] = m->found[i];
        }
        free(other);
    }
    m->count = kept;
    bool ok = !wanted.failed && !have.failed;
    cg_text_free(&wanted);
    cg_text_free(&have);
    return ok;
}

/* Instances of a template are at one place, and those in the entry need not be in the graph. */
static bool keep_instances(struct matcher *m, const struct match_query *query)
{
    size_t kept = 0;
    int same = 0;
    char *wanted = query->readable ? NULL : m->demangle(query->name);
    for (size_t i = 0; i < m->count && same >= 0; i++) {
        char *name = m->demangle(cg_node_name(m->graph, m->found[i]));
        same = !name             ? 1
               : query->readable ? spelling_same_instance(query->name, name)
                                 : spelling_same_types(wanted ? wanted : query->name, name);
        free(name);
        if (same > 0) {
            m->found[kept++] = m->found[i];
        }
    }
    free(wanted);
    m->count = kept;
    return same >= 0;
}

static bool find_readable(struct matcher *m, const struct match_query *query)
{
    size_t length = strlen(query->name);
    struct spelling parts = spelling_split(query->name, length);
    struct cg_text bare = {0};
    spelling_bare(&bare, query->name + parts.start, parts.name - parts.start);
    bool ok = !bare.failed && names_build(&m->names, m->graph, m->demangle);
    const char *text = bare.length ? bare.bytes : "";
    ok = ok && find_form(m, query, text, bare.length, NAMES_BARE);
    bool any = m->count > 0;
    ok = ok && keep_instances(m, query);
    bool placed = m->count == 1 && match_judge_place(m, query, m->found[0]);
    if (ok && m->count && !placed) { /* overloads may also be in uncollected code */
        ok = match_keep_parameters(m, query->name, &parts);
    } else if (ok && !any) { /* extern "C" */
        ok = find_part(m, query, text, bare.length);
    }
    cg_text_free(&bare);
    return ok;
}

/* By place */

/* The last component of a function's name, the same for both spellings. */
static bool last_of(struct cg_text *out, const struct matcher *m, const char *name, bool readable)
{
    char *demangled = readable || !m->demangle ? NULL : m->demangle(name);
    const char *text = demangled ? demangled : name;
    struct spelling parts = spelling_split(text, strlen(text));
    struct cg_text bare = {0};
    spelling_bare(&bare, text + parts.start, parts.name - parts.start);
    size_t last = bare.length ? spelling_last(bare.bytes, bare.length) : 0;
    cg_text_clear(out);
    cg_text_put(out, bare.length ? bare.bytes + last : "", bare.length - last);
    bool ok = !bare.failed && !out->failed;
    cg_text_free(&bare);
    free(demangled);
    return ok;
}

static bool find_at_place(struct matcher *m, const struct match_query *query)
{
    const struct places_point point = {query->line, query->column};
    struct cg_text wanted = {0}, have = {0};
    m->count = 0;
    bool ok =
        places_build(&m->places, m->graph) && last_of(&wanted, m, query->name, query->readable);
    for (size_t i = 0;
         ok && (i = places_find(&m->places, query->file, point, PLACES_INNERMOST, i));) {
        cg_node node = m->places.ranges[i - 1].node;
        ok = last_of(&have, m, cg_node_name(m->graph, node), false);
        bool same = have.length == wanted.length && have.length &&
                    memcmp(have.bytes, wanted.bytes, have.length) == 0;
        ok = ok && (!same || match_add(m, node));
    }
    choose_candidates(m, query, false);
    if (ok && m->demangle) {
        ok = keep_instances(m, query);
    }
    cg_text_free(&wanted);
    cg_text_free(&have);
    return ok;
}

/* GCC cuts readable names after the last dot: of `int f(const char*, ...)` only `)` is left. */
static bool is_cut(const struct match_query *query)
{
    return query->compiled && *query->name == ')';
}

/* Such a name only shows template arguments, and that there is an ellipsis or a pack. */
static bool may_be_cut_to(const struct matcher *m, cg_node node, const char *name)
{
    const char *own = cg_node_name(m->graph, node);
    char *demangled = m->demangle ? m->demangle(own) : NULL;
    bool may =
        !demangled || strcmp(demangled, own) == 0 || strchr(name, '{') || strstr(demangled, "...");
    free(demangled);
    return may;
}

static bool find_cut(struct matcher *m, const struct match_query *query)
{
    const struct places_point point = {query->line, query->column};
    bool ok = true;
    m->count = 0;
    if (!query->file || !query->line || !query->column) {
        return true;
    }
    ok = places_build(&m->places, m->graph);
    for (size_t i = 0;
         ok && (i = places_find(&m->places, query->file, point, PLACES_INNERMOST, i));) {
        cg_node node = m->places.ranges[i - 1].node;
        ok = !places_named(m->graph, node, query->file, point) ||
             !may_be_cut_to(m, node, query->name) || match_add(m, node);
    }
    choose_candidates(m, query, false);
    return ok && (!m->demangle || keep_instances(m, query));
}

bool matcher_find(struct matcher *m, const struct match_query *query)
{
    if (is_cut(query)) {
        return find_cut(m, query);
    }
    bool ok = find_linkage(m, query, query->name);
    if (ok && !m->count && query->compiled && *query->name) {
        ok = find_clone(m, query);
    }
    if (ok && !m->count && query->compiled && *query->name) {
        ok = find_initialisers(m, query);
    }
    if (ok && !m->count) {
        ok = query->readable && m->demangle ? find_readable(m, query) : find_spelled(m, query);
    }
    if (ok && m->count != 1 && query->compiled && query->file && query->line) {
        size_t before = m->count;
        ok = find_at_place(m, query);
        m->count = m->count ? m->count : before;
    }
    return ok;
}

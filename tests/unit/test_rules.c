/* Rules against slow, obvious answers, and errors in texts. */
#include "support.h"

#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/rules.h>
#include <libcg/site.h>
#include <libcg/subgraph.h>

#include <stdio.h>
#include <stdlib.h>

#define MOST 7
#define GRAPHS 8000

/* A small random graph, and its properties. */
struct sample {
    struct cg_graph *graph;
    uint32_t nodes;
    bool call[MOST][MOST];
    bool named[MOST][MOST]; /* by name */
    bool body[MOST];
    bool stranger[MOST]; /* may be the program's, and not collected */
    bool external[MOST];
    bool unrecorded[MOST];
    bool open[MOST];
    bool taken[MOST];
    bool records; /* functions record their unresolved calls */
    bool says;    /* any does */
    bool linked;
};

static void add_random_node(struct sample *s, cg_node node, struct random *random)
{
    char name[] = {(char)('a' + node), '\0'};
    s->body[node] = chance(random, 85);
    s->external[node] = chance(random, 40);
    s->stranger[node] = !s->body[node] && chance(random, 40);
    add_node(s->graph, name, s->stranger[node] ? "x.h" : NULL, s->body[node],
             s->external[node] ? CG_LINKAGE_EXTERNAL : CG_LINKAGE_INTERNAL);
    if (s->stranger[node]) {
        set(s->graph, CG_ON_NODE, node, CG_KEY_FILE_PROPERTIES, "{\"systemInclude\":false}");
    }
    s->unrecorded[node] = true;
    if (s->records && s->body[node] && chance(random, 95)) {
        s->unrecorded[node] = false;
        s->says = true;
        s->open[node] = chance(random, 20);
        set(s->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS,
            s->open[node] ? "[{\"reason\":\"pointer\"}]" : "[]");
    }
    s->taken[node] = chance(random, 15);
    if (s->taken[node]) {
        set(s->graph, CG_ON_NODE, node, s->linked ? CG_KEY_ESCAPES : CG_KEY_ADDRESS_TAKEN,
            s->linked ? "true" : "[{\"column\":1,\"file\":\"a.c\",\"line\":1}]");
    }
}

static void add_random_edge(struct sample *s, cg_node a, cg_node b, struct random *random)
{
    static const struct {
        unsigned kinds;
        const char *evidence;
        bool call;
        bool named;
    } sorts[] = {
        {0, NULL, true, true},
        {CG_EDGE_DIRECT, "[\"ast\"]", true, true},
        {CG_EDGE_IMPLICIT, NULL, true, true},
        {CG_EDGE_DIRECT | CG_EDGE_POINTER, NULL, true, true},
        {CG_EDGE_POINTER, NULL, true, false},
        {CG_EDGE_CALLBACK, NULL, true, false},
        {CG_EDGE_VIRTUAL, "[\"ir\"]", true, true},
        {CG_EDGE_VIRTUAL, "[\"ir\",\"link\"]", true, true},
        {CG_EDGE_VIRTUAL, NULL, true, true},
        {CG_EDGE_VIRTUAL, "[\"link\"]", true, false},
        {CG_EDGE_CANDIDATE, "[\"link\"]", false, false},
    };
    uint32_t sort = draw(random, sizeof sorts / sizeof *sorts);
    cg_edge edge = add_edge(s->graph, a, b, sorts[sort].kinds);
    if (sorts[sort].evidence) {
        set(s->graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE, sorts[sort].evidence);
    }
    s->call[a][b] = sorts[sort].call;
    s->named[a][b] = sorts[sort].named;
}

static void make_sample(struct sample *s, struct random *random)
{
    *s = (struct sample){.graph = new_graph(), .nodes = 1 + draw(random, MOST)};
    s->linked = chance(random, 40);
    s->records = chance(random, 80);
    const char *linked = "{\"virtual\":\"cha\",\"world\":\"closed\"}";
    if (s->linked) {
        set(s->graph, CG_ON_GRAPH, 0, CG_KEY_LINKED, linked);
    }
    for (cg_node node = 0; node < s->nodes; node++) {
        add_random_node(s, node, random);
    }
    uint32_t density = 5 + draw(random, 30);
    for (cg_node a = 0; a < s->nodes; a++) {
        for (cg_node b = 0; b < s->nodes; b++) {
            if (chance(random, density)) {
                add_random_edge(s, a, b, random);
            }
        }
    }
    ck_assert_int_eq(cg_graph_freeze(s->graph, NULL), CG_OK);
}

/* Bans */

struct forbidden {
    bool from[MOST];
    bool to[MOST];
    bool except[MOST];
    bool direct;
    bool by_name;
    uint32_t length[MOST][MOST]; /* by call that breaks the rule: length of the shortest chain from
                                  * it */
};

static bool counts(const struct sample *s, const struct forbidden *f, cg_node a, cg_node b)
{
    return f->by_name ? s->named[a][b] : s->call[a][b];
}

/* All chains in order. The reported call is the one after the last function of FROM. */
static void follow(const struct sample *s, struct forbidden *f, cg_node *chain, uint32_t calls,
                   uint32_t last)
{
    cg_node at = chain[calls];
    if (calls > 0 && f->to[at]) {
        uint32_t *length = &f->length[chain[last]][chain[last + 1]];
        *length = *length < calls - last ? *length : calls - last;
    }
    if (calls == (f->direct ? 1 : s->nodes)) {
        return;
    }
    last = f->from[at] ? calls : last;
    for (cg_node next = 0; next < s->nodes; next++) {
        if (counts(s, f, at, next) && !f->except[next]) {
            chain[calls + 1] = next;
            follow(s, f, chain, calls + 1, last);
        }
    }
}

static void find_forbidden(const struct sample *s, struct forbidden *f)
{
    cg_node chain[MOST + 2];
    memset(f->length, 0xff, sizeof f->length);
    for (cg_node node = 0; node < s->nodes; node++) {
        chain[0] = node;
        if (f->from[node] && !f->except[node]) {
            follow(s, f, chain, 0, 0);
        }
    }
}

static void check_chain(const struct sample *s, const struct forbidden *f,
                        const struct cg_violation *violation)
{
    for (size_t i = 0; i < violation->length; i++) {
        cg_node caller = cg_edge_caller(s->graph, violation->chain[i]);
        cg_node callee = cg_edge_callee(s->graph, violation->chain[i]);
        ck_assert(counts(s, f, caller, callee));
        ck_assert(!f->except[caller] && !f->except[callee]);
        ck_assert_int_eq(f->from[caller], i == 0);
        ck_assert(i + 1 < violation->length || f->to[callee]);
        ck_assert(i == 0 || caller == cg_edge_callee(s->graph, violation->chain[i - 1]));
    }
}

/* Names are in the order of numbers, so that canonical order is too. */
static void check_violations(const struct sample *s, const struct forbidden *f,
                             const struct cg_rule_verdict *verdict)
{
    size_t i = 0;
    for (cg_node a = 0; a < s->nodes; a++) {
        for (cg_node b = 0; b < s->nodes; b++) {
            if (f->length[a][b] == UINT32_MAX) {
                continue;
            }
            ck_assert_uint_lt(i, cg_rule_verdict_count(verdict));
            const struct cg_violation *violation = cg_rule_verdict_at(verdict, i++);
            ck_assert_uint_eq(cg_edge_caller(s->graph, violation->chain[0]), a);
            ck_assert_uint_eq(cg_edge_callee(s->graph, violation->chain[0]), b);
            ck_assert_uint_eq(violation->length, f->length[a][b]);
            check_chain(s, f, violation);
        }
    }
    ck_assert_uint_eq(i, cg_rule_verdict_count(verdict));
}

static size_t list(cg_node *out, const bool *set, const bool *but, uint32_t nodes)
{
    size_t count = 0;
    for (cg_node node = 0; node < nodes; node++) {
        if (set[node] && !but[node]) {
            out[count++] = node;
        }
    }
    return count;
}

/* The obstacles, by reachability, where that can show them. */
static void check_gap(const struct sample *s, const struct forbidden *f,
                      const struct cg_rule_verdict *verdict, int *answers)
{
    cg_node from[MOST], to[MOST];
    bool both = false, excepted = false;
    size_t from_count = list(from, f->from, f->except, s->nodes);
    size_t to_count = list(to, f->to, f->except, s->nodes);
    for (cg_node node = 0; node < s->nodes; node++) {
        both |= f->from[node] && f->to[node];
        excepted |= f->except[node];
    }
    if (f->direct || f->by_name || both || excepted || !from_count || !to_count) {
        return;
    }
    struct cg_reach *reach;
    ck_assert(!cg_reach(&reach, s->graph, &(struct cg_function_set){from, from_count},
                        &(struct cg_function_set){to, to_count}, NULL));
    if (cg_reach_answer(reach) != CG_YES && cg_rule_verdict_count(verdict) == 0) {
        ck_assert_int_eq(cg_rule_verdict_answer(verdict), cg_reach_answer(reach));
        answers[cg_reach_answer(reach)]++;
    }
    cg_reach_free(reach);
}

/* Single calls of a graph that is not linked have one line. */
static void check_direct_gap(const struct sample *s, const struct forbidden *f,
                             const struct cg_rule_verdict *verdict, int *answers)
{
    cg_node from[MOST], to[MOST];
    size_t from_count = list(from, f->from, f->except, s->nodes);
    size_t to_count = list(to, f->to, f->except, s->nodes);
    bool unknown = false, taken = false, external = false;
    for (size_t i = 0; i < to_count; i++) {
        taken |= s->taken[to[i]];
        external |= s->external[to[i]];
    }
    for (size_t i = 0; i < from_count; i++) {
        cg_node node = from[i];
        unknown |= s->stranger[node] && s->says && external;
        unknown |=
            !f->by_name && (s->open[node] || (s->body[node] && s->unrecorded[node] && s->says) ||
                            (!s->body[node] && taken));
    }
    if (f->direct && (f->by_name || !s->linked)) {
        ck_assert_int_eq(cg_rule_verdict_unresolved(verdict) != NULL, unknown && to_count > 0);
        answers[unknown]++;
    }
}

/* Where calls by name lead. */
static void spread_by_name(const struct sample *s, const struct forbidden *f, bool *reached)
{
    for (uint32_t round = 0; round < s->nodes; round++) {
        for (cg_node a = 0; a < s->nodes; a++) {
            for (cg_node b = 0; b < s->nodes; b++) {
                reached[b] |= reached[a] && s->named[a][b] && !f->except[b];
            }
        }
    }
}

/* Calls by name are known, except those of uncollected code. */
static void check_gap_by_name(const struct sample *s, const struct forbidden *f,
                              const struct cg_rule_verdict *verdict, int *answers)
{
    cg_node from[MOST];
    bool reached[MOST] = {false}, behind[MOST] = {false};
    bool met = false, unknown = false;
    size_t from_count = list(from, f->from, f->except, s->nodes);
    for (size_t i = 0; i < from_count; i++) {
        reached[from[i]] = true;
    }
    spread_by_name(s, f, reached);
    for (cg_node node = 0; node < s->nodes; node++) {
        met |= reached[node] && s->stranger[node] && s->says;
        behind[node] = s->external[node] && !f->except[node];
    }
    spread_by_name(s, f, behind);
    for (cg_node node = 0; node < s->nodes; node++) {
        unknown |= met && behind[node] && f->to[node];
    }
    if (f->by_name && !f->direct) {
        ck_assert_int_eq(cg_rule_verdict_unresolved(verdict) != NULL, unknown);
        answers[unknown]++;
    }
}

/* Without the exceptions, no more is known of the rest. */
static void check_excepted_gap(const struct sample *s, const struct forbidden *f,
                               const struct cg_rule_verdict *verdict)
{
    bool kept[MOST], from[MOST] = {false}, to[MOST] = {false};
    cg_node part[MOST];
    struct cg_graph *graph;
    struct cg_rule_verdict *rest;
    bool says = false;
    for (cg_node node = 0; node < s->nodes; node++) {
        kept[node] = !f->except[node];
        says |= kept[node] && !s->unrecorded[node];
    }
    ck_assert(!cg_subgraph(&graph, s->graph, kept, part, NULL));
    for (cg_node node = 0; node < s->nodes; node++) {
        if (kept[node]) {
            from[part[node]] = f->from[node];
            to[part[node]] = f->to[node];
        }
    }
    const struct cg_forbidden_call ban = {
        CG_FORBIDDEN_CALL_VERSION, from, to, NULL, f->direct, f->by_name};
    ck_assert(!cg_forbidden_call_check(&rest, graph, &ban, NULL));
    ck_assert_uint_eq(cg_rule_verdict_count(rest), cg_rule_verdict_count(verdict));
    ck_assert(!cg_rule_verdict_unresolved(rest) || cg_rule_verdict_unresolved(verdict));
    if (!s->linked && says == s->says) {
        ck_assert_int_eq(!cg_rule_verdict_unresolved(rest), !cg_rule_verdict_unresolved(verdict));
    }
    cg_rule_verdict_free(rest);
    cg_graph_free(graph);
}

START_TEST(bans_agree_with_following_every_chain)
{
    struct random random = {11};
    int answers[3] = {0}, direct[2] = {0}, by_name[2] = {0};
    size_t violations = 0;
    for (int round = 0; round < GRAPHS; round++) {
        struct sample s;
        struct forbidden f = {.direct = chance(&random, 30), .by_name = chance(&random, 30)};
        struct cg_rule_verdict *verdict;
        make_sample(&s, &random);
        bool excepts = chance(&random, 50);
        for (cg_node node = 0; node < s.nodes; node++) {
            f.from[node] = chance(&random, 30);
            f.to[node] = chance(&random, 30);
            f.except[node] = excepts && chance(&random, 20);
        }
        const struct cg_forbidden_call ban = {
            CG_FORBIDDEN_CALL_VERSION, f.from, f.to, f.except, f.direct, f.by_name};
        find_forbidden(&s, &f);
        /* A target that is excepted is none. */
        ck_assert(!cg_forbidden_call_check(&verdict, s.graph, &ban, NULL));
        check_violations(&s, &f, verdict);
        check_gap(&s, &f, verdict, answers);
        check_direct_gap(&s, &f, verdict, direct);
        check_gap_by_name(&s, &f, verdict, by_name);
        check_excepted_gap(&s, &f, verdict);
        violations += cg_rule_verdict_count(verdict);
        cg_rule_verdict_free(verdict);
        cg_graph_free(s.graph);
    }
    ck_assert_int_gt(answers[CG_NO], GRAPHS / 100);
    ck_assert_int_gt(answers[CG_UNKNOWN], GRAPHS / 100);
    ck_assert_int_gt(direct[0], GRAPHS / 100);
    ck_assert_int_gt(direct[1], GRAPHS / 100);
    ck_assert_int_gt(by_name[0], GRAPHS / 100);
    ck_assert_int_gt(by_name[1], GRAPHS / 400);
    ck_assert_uint_gt(violations, GRAPHS / 4);
}
END_TEST

/* Rules of several sets */

#define SETS 4

struct parted {
    struct sample s;
    int owner[MOST]; /* -1: none */
    uint32_t count;
    bool leads[SETS][SETS]; /* past all other sets */
    char text[256];         /* the sets, with a mark between them */
};

/* Whether a function leads to a set past functions that are in one. */
static void spread(const struct parted *p, bool *reached, cg_node from)
{
    reached[from] = true;
    for (uint32_t round = 0; round < p->s.nodes; round++) {
        for (cg_node a = 0; a < p->s.nodes; a++) {
            for (cg_node b = 0; b < p->s.nodes; b++) {
                reached[b] |= reached[a] && (a == from || p->owner[a] < 0) && p->s.call[a][b];
            }
        }
    }
}

static void find_leads(struct parted *p)
{
    for (cg_node from = 0; from < p->s.nodes; from++) {
        bool reached[MOST] = {false};
        spread(p, reached, from);
        for (cg_node to = 0; to < p->s.nodes; to++) {
            if (p->owner[from] >= 0 && p->owner[to] >= 0 && p->owner[to] != p->owner[from]) {
                p->leads[p->owner[from]][p->owner[to]] |= reached[to];
            }
        }
    }
}

static void make_parted(struct parted *p, struct random *random, const char *mark)
{
    *p = (struct parted){.count = 2 + draw(random, SETS - 1)};
    make_sample(&p->s, random);
    for (cg_node node = 0; node < p->s.nodes; node++) {
        p->owner[node] = (int)draw(random, p->count + 1) - 1;
    }
    for (uint32_t set = 0; set < p->count; set++) {
        char piece[64] = "(a - a)";
        for (cg_node node = 0; node < p->s.nodes; node++) {
            size_t length = strlen(piece);
            if (p->owner[node] == (int)set) {
                snprintf(piece + length, sizeof piece - length, " | %c", 'a' + (int)node);
            }
        }
        size_t length = strlen(p->text);
        snprintf(p->text + length, sizeof p->text - length, "%s%s", set ? mark : "", piece);
    }
    find_leads(p);
}

/* The result of a text with one rule. */
static struct cg_rule_verdict *verdict_of(struct cg_graph *graph, const char *text)
{
    struct cg_selector *selector;
    struct cg_rules *rules;
    struct cg_rule_verdict *verdict;
    struct cg_error error;
    ck_assert(!cg_selector_new(&selector, graph, NULL, NULL));
    ck_assert(!cg_rules_new(&rules, selector, NULL));
    ck_assert_msg(!cg_rules_read(rules, text, "rules", &error), "%s: %s", text, error.text);
    ck_assert_uint_eq(cg_rules_count(rules), 1);
    ck_assert(!cg_rules_check(&verdict, rules, 0, NULL));
    cg_rules_free(rules);
    cg_selector_free(selector);
    return verdict;
}

static void check_layers(const struct parted *p, bool strict)
{
    char text[300];
    bool told[SETS][SETS] = {{false}};
    snprintf(text, sizeof text, "%slayers %s", strict ? "strict " : "", p->text);
    struct cg_rule_verdict *verdict = verdict_of(p->s.graph, text);
    for (size_t i = 0; i < cg_rule_verdict_count(verdict); i++) {
        told[cg_rule_verdict_at(verdict, i)->from][cg_rule_verdict_at(verdict, i)->to] = true;
    }
    for (uint32_t a = 0; a < p->count; a++) {
        for (uint32_t b = 0; b < p->count; b++) {
            bool allowed = strict ? b == a + 1 : b > a;
            /* Of several sets that one call leads to, the nearest is reported. */
            ck_assert(!told[a][b] || (p->leads[a][b] && !allowed));
            if (p->leads[a][b] && !allowed) {
                bool any = false;
                for (uint32_t c = 0; c < p->count; c++) {
                    any |= told[a][c];
                }
                ck_assert(any);
            }
        }
    }
    cg_rule_verdict_free(verdict);
}

static void check_acyclic(const struct parted *p)
{
    char text[300];
    bool far[SETS][SETS], told[SETS][SETS] = {{false}};
    memcpy(far, p->leads, sizeof far);
    for (uint32_t k = 0; k < SETS; k++) {
        for (uint32_t a = 0; a < SETS; a++) {
            for (uint32_t b = 0; b < SETS; b++) {
                far[a][b] |= far[a][k] && far[k][b];
            }
        }
    }
    snprintf(text, sizeof text, "acyclic %s", p->text);
    struct cg_rule_verdict *verdict = verdict_of(p->s.graph, text);
    for (size_t i = 0; i < cg_rule_verdict_count(verdict); i++) {
        const struct cg_violation *violation = cg_rule_verdict_at(verdict, i);
        cg_edge last = violation->chain[violation->length - 1];
        cg_node caller = cg_edge_caller(p->s.graph, violation->chain[0]);
        ck_assert(!told[violation->from][violation->to]);
        told[violation->from][violation->to] = true;
        ck_assert_int_eq(p->owner[caller], (int)violation->from);
        ck_assert_int_eq(p->owner[cg_edge_callee(p->s.graph, last)], (int)violation->to);
    }
    for (uint32_t a = 0; a < p->count; a++) {
        for (uint32_t b = 0; b < p->count; b++) {
            ck_assert_int_eq(told[a][b], p->leads[a][b] && far[b][a]);
        }
    }
    cg_rule_verdict_free(verdict);
}

START_TEST(rules_of_sets_agree_with_what_leads_where)
{
    struct random random = {23};
    for (int round = 0; round < GRAPHS / 2; round++) {
        struct parted p;
        make_parted(&p, &random, " > ");
        check_layers(&p, chance(&random, 50));
        cg_graph_free(p.s.graph);
        make_parted(&p, &random, ", ");
        check_acyclic(&p);
        cg_graph_free(p.s.graph);
    }
}
END_TEST

/* Texts */

/* a -> b -> c, d by itself; all calls known. */
static struct cg_graph *small(void)
{
    struct cg_graph *graph = new_graph();
    for (const char *name = "a\0b\0c\0d\0"; *name; name += 2) {
        cg_node node = add_node(graph, name, "x.c", true, CG_LINKAGE_EXTERNAL);
        set(graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS, "[]");
    }
    add_edge(graph, 0, 1, CG_EDGE_DIRECT);
    add_edge(graph, 1, 2, CG_EDGE_POINTER);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

START_TEST(texts_say_what_they_say)
{
    static const struct {
        const char *text;
        enum cg_answer answer;
        const char *name;
    } cases[] = {
        {"deny a -> c", CG_YES, "deny a -> c"},
        {"deny a => c", CG_NO, "deny a => c"},
        {"deny b => c", CG_YES, NULL},
        {"named deny b => c", CG_NO, "named deny b => c"},
        {"named deny a => b", CG_YES, NULL},
        {"deny a -> c except b", CG_NO, "deny a -> c except b"},
        {"deny a -> c except d", CG_YES, NULL},
        {"rule x-1: deny a   ->\tc : \"no \\\"c\\\"\"", CG_YES, "x-1"},
        {"rule x: deny a -> c: \"no\"", CG_YES, "x"},
        {"deny (a |\n d) -> (b - b) | c", CG_YES, "deny (a | d) -> (b - b) | c"},
        {"deny (a | # one\n d) -> \"b # \" | c # two", CG_YES, "deny (a | d) -> \"b # \" | c"},
        {"# nothing\n\n s = a | b; t = c # end\ndeny $s => $t", CG_YES, "deny $s => $t"},
        {"deny = a\ndeny $deny -> d", CG_NO, "deny $deny -> d"},
        {"only a => b", CG_NO, "only a => b"},
        {"only a -> c", CG_YES, "only a -> c"},
        {"only d => b", CG_YES, NULL},
        {"only a => b | c", CG_NO, NULL},
        {"only b | c => c", CG_NO, NULL},
        {"layers a > b > c", CG_NO, "layers a > b > c"},
        {"layers a > c > b", CG_YES, NULL},
        {"layers c > a", CG_YES, NULL},
        {"strict layers a > b > c", CG_NO, NULL},
        {"strict layers a > d > c", CG_YES, NULL},
        {"acyclic a, b, c;", CG_NO, "acyclic a, b, c"},
        {"deny a -> a", CG_NO, NULL},
        {"deny a - a -> c", CG_NO, NULL},
        {"deny a -> b & c", CG_NO, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_graph *graph = small();
        struct cg_rule_verdict *verdict = verdict_of(graph, cases[i].text);
        ck_assert_msg(cg_rule_verdict_answer(verdict) == cases[i].answer, "%s", cases[i].text);
        cg_rule_verdict_free(verdict);
        if (cases[i].name) {
            struct cg_selector *selector;
            struct cg_rules *rules;
            ck_assert(!cg_selector_new(&selector, graph, NULL, NULL));
            ck_assert(!cg_rules_new(&rules, selector, NULL));
            ck_assert(!cg_rules_read(rules, cases[i].text, "rules", NULL));
            ck_assert_str_eq(cg_rules_at(rules, 0)->name, cases[i].name);
            cg_rules_free(rules);
            cg_selector_free(selector);
        }
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(what_is_wrong_is_told_with_its_place)
{
    static const struct {
        const char *text;
        unsigned long line;
        unsigned long column;
        const char *says;
    } cases[] = {
        {"forbid a -> b", 1, 1, "is expected here"},
        {"-", 1, 1, "is expected here"},
        {"deny", 1, 5, "a function or set is expected"},
        {"deny a", 1, 7, "-> or => is expected"},
        {"deny a b -> c", 1, 8, "-> or => is expected"},
        {"deny a=>c", 1, 10, "with a blank before it"},
        {"deny a ->", 1, 10, "a function or set is expected"},
        {"deny a ->\n b", 1, 10, "a function or set is expected"},
        {"deny a -> b except", 1, 19, "a function or set is expected"},
        {"deny a -> b but c", 1, 13, "except, : or the end"},
        {"deny a -> b except c d", 1, 22, "the end of the rule"},
        {"deny a -> b, c", 1, 12, "the end of the rule"},
        {"deny a -> b : c", 1, 15, "a message in \"\""},
        {"deny a -> b : \"c", 1, 15, "no closing \""},
        {"deny a -> b : \"c\" d", 1, 19, "the end of the rule"},
        {"deny a -> b)", 1, 12, "this ) has no ("},
        {"deny (a -> b", 1, 9, "|, &, - or the end"},
        {"rule", 1, 5, "the name of the rule"},
        {"rule x deny a -> b", 1, 8, ": is expected"},
        {"only a", 1, 7, "=> is expected"},
        {"layers a", 1, 9, "> is expected"},
        {"layers a > ", 1, 12, "a function or set"},
        {"strict deny a -> b", 1, 8, "layers is expected"},
        {"acyclic a > b", 1, 11, ", is expected"},
        {"deny a -> [", 1, 12, "a kind of metadata"},
        {"deny a -> $x", 1, 11, "x"},
        {"s = a\ns = b", 2, 1, "is defined already"},
        {"deny a -> b\n deny a -> b", 2, 2, "the same rule exists already: rules:1"},
        {"rule x: deny a -> b\nrule x: deny a -> c", 2, 9, "a rule of this name"},
        {"layers a | b > c | b", 1, 16, "b is in a | b and in c | b"},
        {"acyclic a, d, a", 1, 15, "a is in a and in a"},
    };
    struct cg_graph *graph = small();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_selector *selector;
        struct cg_rules *rules;
        struct cg_error error = {0};
        ck_assert(!cg_selector_new(&selector, graph, NULL, NULL));
        ck_assert(!cg_rules_new(&rules, selector, NULL));
        int status = cg_rules_read(rules, cases[i].text, "rules", &error);
        ck_assert_msg(status == CG_E_FORMAT || status == CG_E_CONFLICT, "%s: %s", cases[i].text,
                      error.text);
        ck_assert_msg(error.line == cases[i].line && error.column == cases[i].column &&
                          strstr(error.text, cases[i].says),
                      "%s: %lu:%lu: %s", cases[i].text, error.line, error.column, error.text);
        ck_assert_str_eq(error.file, "rules");
        cg_rules_free(rules);
        cg_selector_free(selector);
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(rules_tell_what_was_written)
{
    struct cg_graph *graph = small();
    struct cg_selector *selector;
    struct cg_rules *rules;
    struct cg_rule_verdict *verdict;
    struct cg_error error;
    ck_assert(!cg_selector_new(&selector, graph, NULL, NULL));
    ck_assert(!cg_rules_new(&rules, selector, NULL));
    ck_assert(!cg_rules_read(rules, "deny a | zz* -> zz* except d", "one", NULL));
    ck_assert(cg_rules_read(rules, "rule n: layers a > d : \"m\"\nwrong", "two", &error));
    ck_assert_uint_eq(error.line, 2);
    ck_assert_uint_eq(cg_rules_count(rules), 2);
    const struct cg_rule *rule = cg_rules_at(rules, 0);
    ck_assert_uint_eq(rule->set_count, 2);
    ck_assert_uint_eq(rule->sets[0].count, 1);
    ck_assert_uint_eq(rule->sets[1].count, 0);
    ck_assert_str_eq(rule->except->text, "d");
    ck_assert_str_eq(rule->file, "one");
    ck_assert_ptr_null(rule->message);
    rule = cg_rules_at(rules, 1);
    ck_assert_str_eq(rule->text, "layers a > d");
    ck_assert_str_eq(rule->message, "m");
    ck_assert_str_eq(rule->file, "two");
    ck_assert_uint_eq(rule->column, 9);
    ck_assert_ptr_null(rule->except);
    ck_assert_int_eq(rule->kind, CG_RULE_LAYERS);
    ck_assert_int_eq(cg_rules_check(&verdict, rules, 2, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_rules_read_file(rules, "/nonexistent/rules", &error), CG_E_IO);
    cg_rules_free(rules);
    cg_selector_free(selector);
    cg_graph_free(graph);
    graph = new_graph();
    const struct cg_forbidden_call ban = CG_FORBIDDEN_CALL_INIT;
    ck_assert_int_eq(cg_forbidden_call_check(&verdict, graph, &ban, NULL), CG_E_STATE);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {bans_agree_with_following_every_chain,
                                  rules_of_sets_agree_with_what_leads_where,
                                  texts_say_what_they_say,
                                  what_is_wrong_is_told_with_its_place,
                                  rules_tell_what_was_written,
                                  NULL};
    return run_tests("rules", tests, 120);
}

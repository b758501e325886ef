/*
 * Architecture rules: which functions may call which, and the calls that break the rules.
 *
 *     ui = dir(src/ui)                         a named set, as in select.h
 *     deny $ui -> $db                          no chain of calls leads from FROM to TO
 *     deny $ui => $db                          no function of FROM calls one of TO directly
 *     deny $ui -> $db except $api : "why"      chains that go through $api, ends included, are
 * allowed only $memory => malloc | free            only FROM and TO call TO; -> means the same
 *     layers $ui > $logic > $db                each may call itself and all layers after it
 *     strict layers $ui > $logic > $db         each may call itself and the next layer
 *     acyclic $a, $b, $c                       none of these sets leads to another and back
 *     named layers $ui > $logic > $db          any of these for calls by name only: a lower layer
 *                                              may call back what was passed to it
 *     rule no-ui-in-db: deny $db -> $ui        a rule with a name; the default name is its text
 *
 * FROM, TO and all others are sets of select.h. A statement ends at `;` or at the end of a line in
 * which no parenthesis is open; `#` at the beginning of a line or after white space begins a
 * comment. Any rule may end with a message, `: "text"`. The sets of layers and acyclic are
 * disjoint; chains may go through functions in none of them.
 *
 * Calls by name are those that the source writes or implies (CG_EDGE_DIRECT, CG_EDGE_IMPLICIT),
 * virtual calls to their static target, and calls whose kind the graph does not record; not those
 * that linking found behind pointers and virtual calls.
 *
 * A chain has at least one call. Edges that are only guesses (CG_EDGE_CANDIDATE alone) do not
 * count.
 */
#ifndef LIBCG_RULES_H
#define LIBCG_RULES_H

#include <libcg/query.h>
#include <libcg/select.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Forbidden calls */

/** Forbidden chains of calls. Initialise with CG_FORBIDDEN_CALL_INIT. Arrays are by node and
 * borrowed. */
struct cg_forbidden_call {
    unsigned version; /**< CG_FORBIDDEN_CALL_VERSION */
    const bool *from;
    const bool *to;
    const bool
        *except; /**< chains that go through any of these, ends included, are allowed; NULL: none */
    bool direct; /**< only chains of one call are forbidden */
    bool by_name; /**< only chains of calls by name are forbidden */
};
#define CG_FORBIDDEN_CALL_VERSION 1u
#define CG_FORBIDDEN_CALL_INIT {CG_FORBIDDEN_CALL_VERSION, NULL, NULL, NULL, false, false}

/** The last call out of FROM on a chain to TO, with the rest of a shortest such chain. */
struct cg_violation {
    const cg_edge *chain; /**< the call is the first; the last goes to a function of TO */
    size_t length;        /**< at least 1 */
    uint32_t from;        /**< number of FROM in a rule with several sets */
    uint32_t to;          /**< number of TO */
};

/** Unknown calls that may break a rule. */
struct cg_unresolved_step {
    const struct cg_reach *reach; /**< CG_UNKNOWN with the evidence, as from cg_reach */
    const uint32_t *distance; /**< by node: its distance from FROM over known calls, or CG_NONE */
    uint32_t from;            /**< as in struct cg_violation */
    uint32_t to;
};

/** The result of a rule. What its functions return is borrowed from it. */
struct cg_rule_verdict;

/** @return CG_YES: the rule is broken; CG_NO: it holds; CG_UNKNOWN: no known call breaks it. */
CG_API enum cg_answer cg_rule_verdict_answer(const struct cg_rule_verdict *verdict);

/** @return the number of violations. */
CG_API size_t cg_rule_verdict_count(const struct cg_rule_verdict *verdict);

/** @return violation number i, in canonical order of callers, then of callees, or NULL past the
 *  last. */
CG_API const struct cg_violation *cg_rule_verdict_at(const struct cg_rule_verdict *verdict,
                                                     size_t i);

/** @return the first unknown calls that may break the rule; NULL: there are no chains besides the
 *  known ones. */
CG_API const struct cg_unresolved_step *
cg_rule_verdict_unresolved(const struct cg_rule_verdict *verdict);

/** Release. NULL is allowed. */
CG_API void cg_rule_verdict_free(struct cg_rule_verdict *verdict);

/**
 * Find the calls that break a ban.
 *
 * Every chain from FROM to TO has a last function of FROM. The call that leaves it is reported
 * once, with a shortest way to TO on which no other function of FROM makes a call. So there is such
 * a chain if and only if a call is reported. The report for one function of FROM does not depend on
 * the others.
 *
 * Whether there may be more chains is decided as in cg_reach. Calls by name are all known, except
 * those in uncollected code that is not just a system library's.
 *
 * @param out   release with cg_rule_verdict_free
 * @param graph frozen
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges + length of
 *         the chains), plus the unresolved calls of what is reached, and sorting the report.
 */
CG_API int cg_forbidden_call_check(struct cg_rule_verdict **out, const struct cg_graph *graph,
                                   const struct cg_forbidden_call *ban, struct cg_error *error);

/* Rules */

/** Most sets in all rules together. */
#define CG_LIMIT_RULE_SETS 4096u

/** The kind of a rule: see the language above. */
enum cg_rule_kind {
    CG_RULE_DENY,
    CG_RULE_DENY_DIRECT,
    CG_RULE_ONLY,
    CG_RULE_LAYERS,
    CG_RULE_STRICT_LAYERS,
    CG_RULE_ACYCLIC,
};

/** A set in a rule. */
struct cg_rule_set {
    const char *text; /**< as written, on one line */
    uint32_t count;   /**< functions in it; a rule with an empty set has no effect */
    unsigned long line;
    unsigned long column;
};

/** A rule. Strings and sets are borrowed from the rules. */
struct cg_rule {
    const char *name;    /**< unique; the text if the rule has no name */
    const char *text;    /**< on one line, without name and message */
    const char *file;    /**< name of the file it was read from */
    const char *message; /**< NULL: none */
    enum cg_rule_kind kind;
    bool by_name;       /**< it applies to calls by name only */
    unsigned long line; /**< where its text begins */
    unsigned long column;
    const struct cg_rule_set *sets; /**< FROM and TO; or all, in order */
    size_t set_count;
    const struct cg_rule_set *except; /**< NULL: none */
};

struct cg_rules;

/**
 * Begin to read rules.
 *
 * @param out      release with cg_rules_free
 * @param selector evaluates the sets and receives the named sets; release it after the rules
 * @return CG_OK or CG_E_MEMORY
 */
CG_API int cg_rules_new(struct cg_rules **out, struct cg_selector *selector,
                        struct cg_error *error);

/**
 * Read rules, and evaluate their sets. On failure, rules before the fault are kept. The graph of
 * the selector does not change any more, nor its metadata, until the rules are released.
 *
 * @param text terminated
 * @param name the name of the text in messages
 * @return CG_OK; CG_E_FORMAT with the place and what is expected there; CG_E_CONFLICT for a
 *         duplicate name, or a function in two layers; CG_E_LIMIT, CG_E_IO or CG_E_MEMORY. O(length
 *         + functions * sets), plus the sets as for cg_select.
 */
CG_API int cg_rules_read(struct cg_rules *rules, const char *text, const char *name,
                         struct cg_error *error);

/** As cg_rules_read. */
CG_API int cg_rules_read_file(struct cg_rules *rules, const char *path, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_rules_free(struct cg_rules *rules);

/** @return the number of rules. */
CG_API size_t cg_rules_count(const struct cg_rules *rules);

/** @return rule number i, borrowed until more rules are read. */
CG_API const struct cg_rule *cg_rules_at(const struct cg_rules *rules, size_t i);

/**
 * Check a rule. Several threads may check rules at once.
 *
 * A rule consists of one ban or several: one for each layer, against calls of layers that it may
 * not call; for acyclic one for each pair of sets in a cycle (component of the graph of sets),
 * which reports the shortest chain.
 *
 * @param out release with cg_rule_verdict_free
 * @return as cg_forbidden_call_check. Its cost for each layer, or for each pair of sets at most.
 */
CG_API int cg_rules_check(struct cg_rule_verdict **out, const struct cg_rules *rules, size_t i,
                          struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Rules of which functions may call which, and the calls that break them.
 *
 *     ui = dir(src/ui)                         a named set, as of select.h
 *     deny $ui -> $db                          no chain of calls leads from FROM to TO
 *     deny $ui => $db                          no function of FROM calls one of TO itself
 *     deny $ui -> $db except $api : "why"      but for chains that go through $api, ends included
 *     only $memory => malloc | free            nothing but FROM, and TO, calls TO; -> is the same
 *     layers $ui > $logic > $db                each leads to itself and those after it alone
 *     strict layers $ui > $logic > $db         to itself and the next alone
 *     acyclic $a, $b, $c                       of these sets, none leads to another and back
 *     named layers $ui > $logic > $db          any of these, of calls by name alone: a lower layer
 *                                              may call back what it was handed
 *     rule no-ui-in-db: deny $db -> $ui        a rule with a name; else its text is its name
 *
 * FROM, TO and all others are sets of select.h. A statement is ended by `;` or the end of a line in
 * which no parenthesis is open; `#` at the beginning of a line or behind white space begins a
 * comment. Any rule may have a message, `: "text"`, at its end. The sets of layers and acyclic have
 * no function in common; what is between them, in none of the sets, is gone through.
 *
 * Calls by name are those that are written or implied where they are (CG_EDGE_DIRECT,
 * CG_EDGE_IMPLICIT), virtual ones to their static target, and those of which the graph does not
 * tell; not what linking has found behind pointers and virtual calls.
 *
 * A chain has one call or more. Edges that are but guesses (CG_EDGE_CANDIDATE alone) are none.
 */
#ifndef LIBCG_RULES_H
#define LIBCG_RULES_H

#include <libcg/query.h>
#include <libcg/select.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Forbidden calls */

/** Chains of calls that must not be. Initialise with CG_BAN_INIT. Arrays are by node and borrowed.
 */
struct cg_forbidden_call {
    const bool *from;
    const bool *to;
    const bool *except; /**< chains that go through any of these, at their ends too, are allowed;
                             NULL: none */
    bool direct;        /**< only chains of one call are forbidden */
    bool by_name;       /**< only chains of calls by name are */
};
#define CG_BAN_INIT {NULL, NULL, NULL, false, false}

/** A call by which FROM is left for good on the way to TO, with the rest of a shortest such way. */
struct cg_violation {
    const cg_edge *chain; /**< the call is the first; the last goes to a function of TO */
    size_t length;        /**< from 1 */
    uint32_t from;        /**< of the sets of a rule that is one of several: the number of FROM */
    uint32_t to;          /**< and that of TO */
};

/** Calls that are not known and may break a rule. */
struct cg_unresolved_step {
    struct cg_reach *reach; /**< CG_UNKNOWN with the evidence, as cg_reach has it */
    uint32_t *distance; /**< by node: how far it is from FROM by calls that are known, or CG_NONE */
    uint32_t from;      /**< as of violations */
    uint32_t to;
};

/** What became of a rule. */
struct cg_rule_verdict {
    struct cg_violation *violations; /**< in canonical order of callers, then of callees */
    size_t violation_count;
    struct cg_unresolved_step
        *gap;       /**< the first there is; NULL: there are no chains but those that are known
                     */
    cg_edge *edges; /**< what the chains are pieces of */
};

/** @return CG_YES: the rule is broken; CG_NO: it holds; CG_UNKNOWN: it holds as far as is known. */
CG_API enum cg_answer cg_rule_verdict_answer(const struct cg_rule_verdict *verdict);

/** Release. NULL is allowed. */
CG_API void cg_rule_verdict_free(struct cg_rule_verdict *verdict);

/**
 * Find the calls that break a ban.
 *
 * Every chain from FROM to TO has a last function of FROM, and the call it goes on with is told,
 * once, with a shortest way to TO on which no other function of FROM makes a call. So there is no
 * such chain if and only if nothing is told. What is told of one function of FROM does not depend
 * on what others do.
 *
 * Whether there may be more is judged as cg_reach does. FROM is then those of its functions that
 * may be the program's own, if there are any: what system libraries call is not asked for. Calls by
 * name are all known, but for those in code that was not collected and is not just a system
 * library's.
 *
 * @param out   release with cg_rule_verdict_free
 * @param graph frozen
 * @return CG_OK, CG_E_STATE, CG_E_ARGUMENT, CG_E_FORMAT or CG_E_MEMORY. O(nodes + edges + length of
 *         the chains), the unresolved calls of what is reached, and sorting what is told.
 */
CG_API int cg_ban_check(struct cg_rule_verdict **out, const struct cg_graph *graph,
                        const struct cg_forbidden_call *ban, struct cg_error *error);

/* Rules */

/** Rules have no more sets than this, all together. */
#define CG_LIMIT_RULE_SETS 4096u

/** What a rule says of calls: see the language above. */
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
    uint32_t count;   /**< functions in it: of none, the rule says nothing */
    unsigned long line;
    unsigned long column;
};

/** A rule. Strings and sets are borrowed from the rules. */
struct cg_rule {
    const char *name;    /**< unlike that of all others: the text when it was given none */
    const char *text;    /**< on one line, without name and message */
    const char *file;    /**< name of what it was read from */
    const char *message; /**< NULL: none */
    enum cg_rule_kind kind;
    bool by_name;       /**< it is about calls by name alone */
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
 * @param selector what the sets are of; gets the sets that are named; to be released after the
 *                 rules
 * @return CG_OK or CG_E_MEMORY
 */
CG_API int cg_rules_new(struct cg_rules **out, struct cg_selector *selector,
                        struct cg_error *error);

/**
 * Read rules, and work out their sets. On failure those before the fault stay.
 *
 * @param text terminated
 * @param name what messages call the text
 * @return CG_OK; CG_E_FORMAT with the place and what is expected there; CG_E_CONFLICT for a name
 *         that is there already, or a function in two layers; CG_E_LIMIT, CG_E_IO or CG_E_MEMORY.
 *         O(length + functions * sets), and the sets as of cg_select.
 */
CG_API int cg_rules_read(struct cg_rules *rules, const char *text, const char *name,
                         struct cg_error *error);

/** As cg_rules_read. */
CG_API int cg_rules_read_file(struct cg_rules *rules, const char *path, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_rules_free(struct cg_rules *rules);

/** @return how many rules there are. */
CG_API size_t cg_rules_count(const struct cg_rules *rules);

/** @return rule number i, borrowed until others are read. */
CG_API const struct cg_rule *cg_rules_at(const struct cg_rules *rules, size_t i);

/**
 * Check a rule. Several threads may check rules at once.
 *
 * A rule is one ban or several: of layers, one for each, which does not go into the layers it may
 * lead to; of acyclic, the least chain from a set to another is told when there is one back, by
 * whatever sets (components of the graph of sets).
 *
 * @param out release with cg_rule_verdict_free
 * @return as cg_ban_check. Its cost for each layer; of acyclic for each pair of sets, at most.
 */
CG_API int cg_rules_check(struct cg_rule_verdict **out, const struct cg_rules *rules, size_t i,
                          struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif

/*
 * What all forms of `check`'s answer share: text (check_text.c), JSON (check_json.c), SARIF
 * (check_sarif.c).
 */
#ifndef CGQUERY_VERBS_CHECK_CHECK_H
#define CGQUERY_VERBS_CHECK_CHECK_H

#include "core/cgquery.h"
#include "print/reach_report.h"

#include <libcg/rules.h>
#include <write/baseline_file.h>
#include <write/sarif_writer.h>

/** The result of a rule. */
enum check_state {
    CHECK_HOLDS,
    CHECK_ACCEPTED, /**< would be one of those below without the baseline */
    CHECK_UNKNOWN,
    CHECK_VIOLATED,
};
#define CHECK_STATES 4

/** A call that breaks a rule. */
struct finding {
    const struct cg_violation *violation;
    char *line;  /**< of the baseline */
    bool shown;  /**< according to --include */
    bool listed; /**< in the baseline */
};

/** A rule that was checked. */
struct checked {
    const struct cg_rule *rule;
    struct cg_rule_verdict *verdict;
    struct finding *findings; /**< verdict->violation_count */
    size_t shown;             /**< number to show, in the baseline or not */
    size_t listed;            /**< number of those in the baseline */
    char *gap_line;           /**< of the baseline; NULL: nothing is unknown */
    bool gap_listed;
    enum check_state state;
};

/** All rules. */
struct check {
    struct query *query;
    struct cg_rules *rules;
    struct checked *checked;
    size_t count;
    struct cli_baseline *baseline; /**< NULL: none */
    GPtrArray *texts;              /**< of the files of rules; NULL: not read */
};

/** "holds", "accepted", "unknown" or "violated" */
const char *check_state_word(enum check_state state);

/** The number of rules with a result. */
size_t check_count(const struct check *check, enum check_state state);

/** The place of a call. */
struct call_place {
    struct sarif_place place;   /**< of the first site, else of the caller, else of the callee */
    size_t more;                /**< further sites */
    struct cg_site_list *sites; /**< owner of the strings */
};

/** Find the place. Release with call_place_clear. */
void call_place_find(struct call_place *out, struct query *query, cg_edge edge);

void call_place_clear(struct call_place *place);

/** The function of TO that a violation reaches. */
cg_node violation_target(const struct check *check, const struct cg_violation *violation);

/** Whether a rule is about the sets of its violations, "$ui -> $db", and not only about FROM and
 *  TO. */
bool rule_has_several(const struct cg_rule *rule);

/** The report of a gap, as for an answer. Release with gap_clear. @return CLI_OK, or CLI_TROUBLE
 *  after reporting an error */
int gap_answered(struct reach_report *out, struct query *query,
                 const struct cg_unresolved_step *gap);

/** Print all rules on standard output. */
void check_print_text(const struct check *check);
void check_print_json(const struct check *check);

/** Write a file. @return CG_OK or CG_E_IO */
int check_write_sarif(const struct check *check, const char *path, struct cg_error *error);

#endif

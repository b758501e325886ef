/*
 * Reads the rules, judges one after the other, marks what the baseline accepts, and has one of the
 * forms print the findings.
 */
#include "verbs/check/check.h"

#include "core/rule_lines.h"
#include "core/text_file.h"
#include "names/absent_functions.h"
#include "names/limit.h"
#include "names/sets.h"

#include <files/cli_files.h>
#include <string.h>

#define STALE_SHOWN 10

const char *check_state_word(enum check_state state)
{
    static const char *const words[CHECK_STATES] = {[CHECK_HOLDS] = "holds",
                                                    [CHECK_ACCEPTED] = "accepted",
                                                    [CHECK_UNKNOWN] = "unknown",
                                                    [CHECK_VIOLATED] = "violated"};
    return words[state];
}

size_t check_count(const struct check *check, enum check_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < check->count; i++) {
        count += check->checked[i].state == state;
    }
    return count;
}

cg_node violation_target(const struct check *check, const struct cg_violation *violation)
{
    return cg_edge_callee(check->query->graph, violation->chain[violation->length - 1]);
}

bool rule_has_several(const struct cg_rule *rule)
{
    return rule->kind == CG_RULE_LAYERS || rule->kind == CG_RULE_STRICT_LAYERS ||
           rule->kind == CG_RULE_ACYCLIC;
}

/* Places */

void call_place_find(struct call_place *out, struct query *query, cg_edge edge)
{
    const struct cg_graph *graph = query->graph;
    *out = (struct call_place){.sites = query_sites(query, edge, CG_KEY_CALL_SITES)};
    size_t count = site_count(out->sites);
    if (count > 0) {
        const struct cg_site *site = cg_site_list_at(out->sites, 0);
        out->place = (struct sarif_place){site->file, site->line, site->column};
        out->more = count - 1;
    }
    if (!out->place.file) {
        out->place = sarif_place_of_node(graph, cg_edge_caller(graph, edge));
    }
    if (!out->place.file) {
        out->place = sarif_place_of_node(graph, cg_edge_callee(graph, edge));
    }
}

void call_place_clear(struct call_place *place)
{
    cg_site_list_free(place->sites);
}

/* Unknown calls */

int gap_answered(struct reach_report *out, struct query *query,
                 const struct cg_unresolved_step *gap)
{
    struct cg_error error;
    *out = (struct reach_report){.query = query, .reach = gap->reach, .distance = gap->distance};
    return reach_report_order(out, &error) ? query_fail(query, &error) : CLI_OK;
}

/* The baseline */

static void report_stale(const struct check *check)
{
    const char *file = check->query->options.baseline;
    const char **stale = check->baseline ? cli_baseline_entries(check->baseline, 0) : NULL;
    size_t count = 0;
    for (; stale && stale[count]; count++) {
        if (count < STALE_SHOWN) {
            cli_note("%s: no longer found: %s", cli_title(file), stale[count]);
        }
    }
    if (count > STALE_SHOWN) {
        cli_note("%s: %zu more are no longer found", cli_title(file), count - STALE_SHOWN);
    }
    g_free(stale);
}

static int write_baseline(const struct check *check, struct cg_error *error)
{
    GPtrArray *lines = g_ptr_array_new();
    for (size_t i = 0; i < check->count; i++) {
        const struct checked *checked = &check->checked[i];
        for (size_t k = 0; k < cg_rule_verdict_count(checked->verdict); k++) {
            g_ptr_array_add(lines, checked->findings[k].line);
        }
        if (checked->gap_line) {
            g_ptr_array_add(lines, checked->gap_line);
        }
    }
    int status = cli_baseline_write(check->query->options.write_baseline,
                                    "What breaks rules and is accepted; see cgquery check "
                                    "--baseline.",
                                    lines, error);
    g_ptr_array_unref(lines);
    return status;
}

/* Checking */

static enum check_state judge_rule(const struct checked *checked)
{
    if (checked->shown > checked->listed) {
        return CHECK_VIOLATED;
    }
    if (checked->gap_line && !checked->gap_listed) {
        return CHECK_UNKNOWN;
    }
    return checked->shown > 0 || checked->gap_line ? CHECK_ACCEPTED : CHECK_HOLDS;
}

static void take_findings(const struct check *check, struct checked *checked)
{
    const struct cg_rule_verdict *verdict = checked->verdict;
    checked->findings = g_new0(struct finding, cg_rule_verdict_count(verdict) + 1);
    for (size_t i = 0; i < cg_rule_verdict_count(verdict); i++) {
        struct finding *finding = &checked->findings[i];
        const struct cg_violation *violation = cg_rule_verdict_at(verdict, i);
        finding->violation = violation;
        finding->line = rule_line_of_violation(check->query->graph, checked->rule, violation);
        finding->listed = rule_line_is_accepted(check->baseline, finding->line);
        finding->shown =
            query_is_within(check->query, cg_edge_caller(check->query->graph, violation->chain[0]));
        checked->shown += finding->shown;
        checked->listed += finding->shown && finding->listed;
    }
    if (cg_rule_verdict_unresolved(verdict)) {
        checked->gap_line = rule_line_of_unknown(checked->rule);
        checked->gap_listed = rule_line_is_accepted(check->baseline, checked->gap_line);
    }
    checked->state = judge_rule(checked);
}

static int check_rule(const struct check *check, size_t i)
{
    struct cg_error error;
    struct checked *checked = &check->checked[i];
    checked->rule = cg_rules_at(check->rules, i);
    if (cg_rules_check(&checked->verdict, check->rules, i, &error)) {
        return query_fail(check->query, &error);
    }
    take_findings(check, checked);
    return CLI_OK;
}

/* Reading */

/* A rule that matches no function is probably a mistake. */
static void report_empty(const struct check *check, const struct cg_rule *rule,
                         const struct cg_rule_set *set)
{
    struct cg_error where = {.line = set->line, .column = set->column};
    const char *so = set == rule->except      ? "nothing is excepted"
                     : rule_has_several(rule) ? "this part of the rule has no effect"
                                              : "the rule has no effect";
    g_strlcpy(where.file, rule->file, sizeof where.file);
    g_snprintf(where.text, sizeof where.text, "there is no function in %.300s: %s", set->text, so);
    if (check->query->options.strict_names) {
        cli_report(&where);
    } else {
        cli_report_warning(NULL, &where);
    }
}

/* @return CLI_TROUBLE if --strict-names refuses a set without functions */
static int report_empty_sets(const struct check *check)
{
    bool empty = false;
    for (size_t i = 0; i < check->count; i++) {
        const struct cg_rule *rule = cg_rules_at(check->rules, i);
        for (size_t k = 0; k < rule->set_count + (rule->except != NULL); k++) {
            if (rule->sets[k].count == 0) {
                report_empty(check, rule, &rule->sets[k]);
                empty = true;
            }
        }
    }
    return empty && check->query->options.strict_names ? CLI_TROUBLE : CLI_OK;
}

static bool is_standard(const char *path)
{
    return g_strcmp0(path, "-") == 0;
}

/* The texts of the files: pipes can be read only once. */
static int read_texts(struct check *check, char **files)
{
    struct cg_error error;
    check->texts = g_ptr_array_new_with_free_func(g_free);
    for (; *files; files++) {
        char *text = text_file_read(*files, &error);
        if (!text) {
            return query_fail(check->query, &error);
        }
        g_ptr_array_add(check->texts, text);
    }
    return CLI_OK;
}

static int read_files(struct check *check, char **files)
{
    struct cg_error error;
    struct cg_selector *selector = sets_selector(check->query);
    if (!selector) {
        return CLI_TROUBLE;
    }
    int status = cg_rules_new(&check->rules, selector, &error);
    for (guint i = 0; i < check->texts->len && !status; i++) {
        status = cg_rules_read(check->rules, check->texts->pdata[i], cli_title(files[i]), &error);
    }
    return status ? query_fail(check->query, &error) : CLI_OK;
}

/* A function that the graph does not have may be called by code that was not collected. The first
 * reading finds such names, the second takes them for functions of which nothing else is known. */
static int read_rules(struct check *check, char **files)
{
    bool quiet = cli_is_quiet();
    cli_set_quiet(true);
    int code = read_texts(check, files);
    code = code == CLI_OK ? read_files(check, files) : code;
    cli_set_quiet(quiet);
    if (code == CLI_OK) {
        cg_rules_free(check->rules);
        check->rules = NULL;
        code = query_add_absent(check->query);
    }
    code = code == CLI_OK ? read_files(check, files) : code;
    if (code != CLI_OK) {
        return code;
    }
    sets_note_unlisted(check->query);
    check->count = cg_rules_count(check->rules);
    return report_empty_sets(check);
}

static int check_all(struct check *check, char **files)
{
    const char *baseline = check->query->options.baseline;
    int code = read_rules(check, files);
    if (code == CLI_OK && check->count == 0) {
        cli_error("%s: there is no rule in it", cli_title(files[0]));
        code = CLI_TROUBLE;
    }
    if (code == CLI_OK && baseline) {
        check->baseline = rule_lines_read(baseline);
        code = check->baseline ? CLI_OK : CLI_TROUBLE;
    }
    check->checked = g_new0(struct checked, check->count + 1);
    for (size_t i = 0; i < check->count && code == CLI_OK; i++) {
        code = check_rule(check, i);
    }
    return code;
}

/* Output files */

static int refuse_overwriting(const struct query *query, char **files)
{
    const struct options *o = &query->options;
    const char *const outputs[] = {o->sarif, o->write_baseline};
    if (o->sarif && o->write_baseline && cli_outputs_are_one(o->sarif, o->write_baseline)) {
        cli_error("two results go to one file");
        return CLI_TROUBLE;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(outputs); i++) {
        const char *output = outputs[i];
        bool over = output && (cli_output_is_input(output, query->graph_path) ||
                               (o->baseline && cli_output_is_input(output, o->baseline)));
        for (char **file = files; output && *file && !over; file++) {
            over = !is_standard(*file) && cli_output_is_input(output, *file);
        }
        if (over) {
            cli_error("'%s' would be overwritten, which is read", output);
            return CLI_TROUBLE;
        }
    }
    return CLI_OK;
}

static int print_rules(const struct check *check)
{
    const struct options *o = &check->query->options;
    struct cg_error error;
    int status = o->sarif ? check_write_sarif(check, o->sarif, &error) : CG_OK;
    if (!status && o->write_baseline && !check->query->trouble) {
        status = write_baseline(check, &error);
    }
    if (status) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    if (o->json) {
        check_print_json(check);
    } else if (!is_standard(o->sarif) && !is_standard(o->write_baseline)) {
        check_print_text(check);
    }
    report_stale(check);
    return check_count(check, CHECK_VIOLATED) > 0  ? CLI_NO
           : check_count(check, CHECK_UNKNOWN) > 0 ? CLI_UNKNOWN
                                                   : CLI_OK;
}

static void clear_check(struct check *check)
{
    for (size_t i = 0; check->checked && i < check->count; i++) {
        struct checked *checked = &check->checked[i];
        for (size_t k = 0; checked->findings && k < cg_rule_verdict_count(checked->verdict); k++) {
            g_free(checked->findings[k].line);
        }
        g_free(checked->findings);
        g_free(checked->gap_line);
        cg_rule_verdict_free(checked->verdict);
    }
    g_free(check->checked);
    cg_rules_free(check->rules);
    cli_baseline_free(check->baseline);
    if (check->texts) {
        g_ptr_array_unref(check->texts);
    }
}

static size_t standard_inputs(const struct query *query, char **files)
{
    size_t count = is_standard(query->graph_path);
    for (; *files; files++) {
        count += is_standard(*files);
    }
    return count;
}

static int run_check(struct query *query, char **arguments)
{
    struct check check = {.query = query};
    const struct options *o = &query->options;
    if (o->json && (is_standard(o->sarif) || is_standard(o->write_baseline))) {
        cli_error("two results go to standard output; name a file for one");
        return CLI_TROUBLE;
    }
    if (standard_inputs(query, arguments) > 1) {
        cli_error("only one of the graph and the rules can come from standard input");
        return CLI_TROUBLE;
    }
    int code = refuse_overwriting(query, arguments);
    if (code == CLI_OK) {
        code = check_all(&check, arguments);
    }
    if (code == CLI_OK) {
        code = print_rules(&check);
    }
    clear_check(&check);
    return code;
}

const struct verb verb_check = {
    .name = "check",
    .arguments = "[GRAPH] RULES [RULES...]",
    .summary = "Check calls against architecture rules.",
    .description =

        "RULES is a file with one statement per line; - is standard input. FROM, TO, ... are "
        "sets,\n"
        "and # begins a comment:\n"
        "  ui = dir(src/ui)              name a set; use it as $ui\n"
        "  deny FROM -> TO               no chain of calls may lead from FROM to TO\n"
        "  deny FROM -> TO except SET    the same, except for chains through SET\n"
        "  deny FROM => TO               no function of FROM may call one of TO directly\n"
        "  only FROM => TO               only FROM, and TO itself, may call TO\n"
        "  layers A > B > C              each may lead only to itself and to those after it\n"
        "  strict layers A > B > C       each may lead only to itself and to the next\n"
        "  acyclic A, B, C               none may lead to another that leads back\n"
        "  rule NAME: deny ... : \"why\"   a name and a message; both are optional\n"
        "  named layers A > B > C        any of these for calls by name: lower layers may still "
        "call\n"
        "                                back through pointers and virtual tables\n"
        "\n"
        "The answer has a line for each rule. For a violated rule, each call that leaves FROM for\n"
        "good on a way to TO follows, with the rest of the shortest such way:\n"
        "  RULES:LINE:COLUMN: violated: NAME (N calls, M more in the baseline)\n"
        "  FILE:LINE:COLUMN: error: NAME: CALLER -> CALLEE [KINDS] (+N more sites) leads to\n"
        "      FUNCTION in N calls: MESSAGE\n"
        "    CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "    CALLER -> ... as above            continues as an earlier one does\n"
        "  RULES:LINE:COLUMN: holds: NAME      proved, like a no of 'cgquery reach'\n"
        "  RULES:LINE:COLUMN: accepted: NAME   the baseline has all violations\n"
        "  RULES:LINE:COLUMN: unknown: NAME    no violation is known, but unresolved calls may\n"
        "                                      hide one; the first obstacle follows\n"
        "\n"
        "A baseline has a line for each violation, NAME: CALLER -> CALLEE, and for each unknown\n"
        "rule, NAME: unknown. With --include, only violations whose CALLER is in SET count.\n"
        "\n"
        "JSON: \"rules\" (\"name\", \"text\", \"message\", \"file\", \"line\", \"column\", "
        "\"answer\",\n"
        "\"violations\": the call, \"from\" and \"to\" (sets), \"target\", \"known\"\n"
        "(in the baseline), \"chain\" (calls in order); \"gap\": null or what is not known, as of\n"
        "reach, with \"known\"), \"baseline\" (null, or \"file\" and \"stale\": what is no longer\n"
        "found).",
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_CHECK,
    .limit = LIMIT_LIST,
    .max_help = CLI_MAX_HELP("all violations, 1 unresolved call"),
    .absent_target = true,
    .concludes = true,
    .run = run_check,
};

/* Compares a graph with profiles, and writes the reports and the graphs. */
#include "cgvalidate.h"

#include "merged_functions.h"
#include "report/report.h"
#include "report/report_json.h"
#include "report/report_text.h"
#include "report/sarif.h"
#include "settings/read_profiles.h"

#include <files/cli_files.h>
#include <graphs/embedded_graphs.h>
#include <kinds/cli_kinds.h>
#include <stdlib.h>
#include <string.h>
#include <write/graph_output.h>

#define STALE_SHOWN 10

/** A graph and the profiles it is compared with. */
struct session {
    const struct validate_settings *settings;
    struct cli_kinds kinds;
    struct cg_profile **profiles;
    struct cg_graph *graph;
    struct cg_validation *validation;
    struct merged_functions *merged; /**< what validating uses */
};

static int read_profiles(struct session *session, struct cg_error *error)
{
    const GPtrArray *paths = session->settings->profiles;
    int status = CG_OK;
    bool needs_binary = false;
    session->profiles = g_new0(struct cg_profile *, paths->len);
    for (guint i = 0; i < paths->len && !status; i++) {
        status = profile_load(&session->profiles[i], paths->pdata[i], session->settings, NULL, NULL,
                              error);
        needs_binary = needs_binary || (!status && profile_needs_binary(session->profiles[i]));
    }
    if (!status) {
        profile_report_binary(session->settings, needs_binary);
    }
    return status;
}

static int read_graph(struct session *session, struct cg_error *error)
{
    struct cg_read_options options = CG_READ_OPTIONS_INIT;
    options.warn = cli_report_warning;
    options.registry = session->kinds.registry;
    int status = embedded_graph_read(&session->graph, session->settings->graph, &options, error);
    if (status) {
        cli_explain_file(error, session->settings->graph, CLI_WANT_GRAPH);
    }
    return status ? status : cg_graph_freeze(session->graph, error);
}

static int validate(struct session *session, struct cg_error *error)
{
    struct cg_validate_options options = CG_VALIDATE_OPTIONS_INIT;
    options.demangle = cli_demangle_for_library;
    options.names_of_code = merged_functions_names;
    options.names_of_code_user = session->merged;
    cg_validation_free(session->validation);
    session->validation = NULL;
    int status = cg_validate(&session->validation, session->graph,
                             (const struct cg_profile *const *)session->profiles,
                             session->settings->profiles->len, &options, error);
    if (status && !error->file[0]) {
        g_strlcpy(error->file, cli_title(session->settings->graph), sizeof error->file);
    }
    return status;
}

static int open_graph(struct session *session, struct cg_error *error)
{
    int status = read_graph(session, error);
    return status ? status : validate(session, error);
}

static void close_graph(struct session *session)
{
    cg_validation_free(session->validation);
    cg_graph_free(session->graph);
    session->validation = NULL;
    session->graph = NULL;
}

static void close_session(struct session *session)
{
    close_graph(session);
    for (guint i = 0; session->profiles && i < session->settings->profiles->len; i++) {
        cg_profile_free(session->profiles[i]);
    }
    g_free(session->profiles);
    merged_functions_free(session->merged);
    cli_kinds_free(&session->kinds);
}

static int write_answer(const struct report *report, struct cg_error *error)
{
    struct cli_output output;
    if (!report->settings->json && strcmp(report->settings->output, "-") == 0) {
        cli_fit_terminal();
    }
    int status = cli_output_open(&output, report->settings->output, error);
    if (status) {
        return status;
    }
    if (report->settings->json) {
        report_json_print(output.stream, report);
    } else {
        text_print(output.stream, report);
    }
    return cli_output_finish(&output, error);
}

static void report_stale(const struct report *report)
{
    const char **stale =
        report->baseline ? cli_baseline_entries(report->baseline, BASELINE_STALE) : NULL;
    size_t count = 0;
    for (; stale && stale[count]; count++) {
        if (count < STALE_SHOWN) {
            cli_note("%s: no longer missing: %s", cli_title(report->settings->baseline),
                     stale[count]);
        }
    }
    if (count > STALE_SHOWN) {
        cli_note("%s: %zu more no longer missing", cli_title(report->settings->baseline),
                 count - STALE_SHOWN);
    }
    g_free(stale);
}

/* A graph of another program has no missing calls either; report that as an error. */
static bool has_nothing_in_common(const struct report *report)
{
    const GPtrArray *profiles = report->settings->profiles;
    const char *file = profiles->len == 1 ? cli_title(profiles->pdata[0]) : NULL;
    struct cg_error error;
    if (report->summary->frames_matched) {
        return false;
    }
    if (!report->summary->frames) {
        cli_fail(&error, CG_E_FORMAT, file, "no function was recorded: the profile%s empty",
                 file ? " is" : "s are");
    } else {
        cli_fail(&error, CG_E_FORMAT, file,
                 "none of %" G_GUINT64_FORMAT " recorded functions is in the graph: check that it "
                 "is this program's graph and that the profile has linkage names",
                 (guint64)report->summary->frames);
    }
    cli_report(&error);
    return true;
}

/* Write every output except graphs. Sets `*code` to CLI_NO if calls are missing, and to CLI_TROUBLE
 * if the graph and the profiles share no function. */
static int report_all(int *code, const struct session *session, struct cli_baseline *baseline,
                      struct cg_error *error)
{
    const struct validate_settings *settings = session->settings;
    struct report report;
    int status = CG_OK;
    report_init(&report, settings, session->graph,
                (const struct cg_profile *const *)session->profiles, session->validation, baseline);
    report_stale(&report);
    if (settings->sarif) {
        status = sarif_write(settings->sarif, &report, error);
    }
    if (!status && settings->write_baseline) {
        status = baseline_write(settings->write_baseline, session->validation, error);
    }
    status = status ? status : write_answer(&report, error);
    if (report.found_exact || (settings->strict && report.found_sampled)) {
        *code = CLI_NO;
    }
    if (!status && strcmp(settings->output, "-") != 0) {
        size_t missing = report.found_exact + report.found_sampled;
        cli_summary(settings->output, "%s: %zu call%s missing", settings->output, missing,
                    missing == 1 ? " is" : "s are");
    }
    if (!status && has_nothing_in_common(&report)) {
        *code = CLI_TROUBLE;
    }
    report_clear(&report);
    return status;
}

static int add_missing(struct session *session, struct cg_error *error)
{
    const GPtrArray *paths = session->settings->profiles;
    const char **sources = g_new0(const char *, paths->len);
    for (guint i = 0; i < paths->len; i++) {
        sources[i] = cli_title(paths->pdata[i]);
    }
    int status = cg_validation_patch(session->validation, session->graph, sources, error);
    g_free(sources);
    return status;
}

static int write_graph(const struct session *session, const char *path, struct cg_error *error)
{
    return graph_output_write(session->graph, path, &session->settings->write, error);
}

static int attach_profiles(const struct session *session, struct cg_error *error)
{
    return cg_validation_annotate(session->validation, session->graph, session->kinds.registry,
                                  error);
}

static int write_patched(struct session *session, struct cg_error *error)
{
    int status = add_missing(session, error);
    return status ? status : write_graph(session, session->settings->patch, error);
}

static int write_annotated(struct session *session, struct cg_error *error)
{
    int status = attach_profiles(session, error);
    return status ? status : write_graph(session, session->settings->annotate, error);
}

/* Validate again, so that added calls are annotated too. */
static int write_both(struct session *session, struct cg_error *error)
{
    int status = add_missing(session, error);
    status = status ? status : validate(session, error);
    return status ? status : write_annotated(session, error);
}

/* With two files, each graph has only what its option adds. Write the one that replaces the input
 * graph last. */
static int write_each(struct session *session, struct cg_error *error)
{
    const struct validate_settings *settings = session->settings;
    bool patch_last = cli_output_is_input(settings->patch, settings->graph);
    int status = patch_last ? write_annotated(session, error) : write_patched(session, error);
    if (!status) {
        close_graph(session);
        status = open_graph(session, error);
    }
    if (!status) {
        status = patch_last ? write_patched(session, error) : write_annotated(session, error);
    }
    return status;
}

static int write_graphs(struct session *session, struct cg_error *error)
{
    const struct validate_settings *settings = session->settings;
    if (settings->one_graph) {
        return write_both(session, error);
    }
    if (settings->patch && settings->annotate) {
        return write_each(session, error);
    }
    return settings->patch      ? write_patched(session, error)
           : settings->annotate ? write_annotated(session, error)
                                : CG_OK;
}

static int validate_and_write(int *code, struct session *session, struct cli_baseline *baseline,
                              struct cg_error *error)
{
    int status =
        cli_strategies_choose(session->kinds.registry, session->settings->strategies, error);
    status = status ? status : read_profiles(session, error);
    status = status ? status : open_graph(session, error);
    status = status ? status : report_all(code, session, baseline, error);
    return status || *code == CLI_TROUBLE ? status : write_graphs(session, error);
}

int validate_run(const struct validate_settings *settings)
{
    struct cg_error error;
    struct session session = {.settings = settings, .merged = merged_functions_new()};
    struct cli_baseline *baseline = NULL;
    int code = CLI_OK;
    bool ready = cli_kinds_load(&session.kinds, settings->plugins);
    if (ready && settings->baseline) {
        baseline = baseline_read(settings->baseline);
        ready = baseline;
    }
    int status = ready ? validate_and_write(&code, &session, baseline, &error) : CG_E_ARGUMENT;
    close_session(&session);
    cli_baseline_free(baseline);
    if (status && ready) {
        cli_report(&error);
    }
    return cli_finish(status ? CLI_TROUBLE : code);
}

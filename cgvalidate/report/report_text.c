/*
 * Prints missing calls in sections by what is known of them, grouped by cause, and the other calls
 * as lists and counts.
 */
#include "report/report_text.h"

#include <string.h>

#define EXAMPLE_FRAMES 8

#define RED "31"
#define YELLOW "33"
#define GREEN "32"
#define BOLD "1"

/** The calls under one heading. */
struct section {
    FILE *out;
    const struct report *report;
    bool exact; /**< missing calls of exact profiles; else of samples only */
    bool (*wanted)(const struct section *section, size_t i, const struct cg_checked_call *call);
    enum cg_cause cause;
    enum cg_verdict verdict;
};

void text_colored(FILE *out, const struct report *report, const char *sgr, const char *text)
{
    if (report->settings->color) {
        fprintf(out, "\033[%sm%s\033[0m", sgr, text);
    } else {
        fputs(text, out);
    }
}

char *text_number(uint64_t number)
{
    char digits[24];
    int length = g_snprintf(digits, sizeof digits, "%" G_GUINT64_FORMAT, (guint64)number);
    GString *text = g_string_new(NULL);
    for (int i = 0; i < length; i++) {
        g_string_append_printf(text, "%s%c", i && (length - i) % 3 == 0 ? "," : "", digits[i]);
    }
    return g_string_free(text, FALSE);
}

/* The weight of a call with its unit. */
static char *weight_text(const struct report *report, const struct cg_checked_call *call)
{
    static const char *const names[] = {CG_METRIC_SAMPLES, CG_METRIC_WEIGHT, CG_METRIC_TIME};
    const struct cg_profile *profile = report->profiles[call->profile];
    char number[CLI_DOUBLE_LENGTH];
    cli_double(number, call->weight);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        uint32_t metric = cg_profile_find_metric(profile, names[i]);
        if (metric == UINT32_MAX || !cg_profile_metric(profile, metric)->measured) {
            continue;
        }
        const char *one = call->weight == 1 && i == 0 ? "sample" : names[i];
        return i == 0 ? g_strdup_printf("%s %s", number, one)
                      : g_strdup_printf("%s %s", one, number);
    }
    return g_strdup(number);
}

/* How often a call ran: "x1,234", "12 samples", or "". Release with g_free. */
static char *often_text(const struct report *report, const struct cg_checked_call *call)
{
    if (!call->visits) {
        return call->weight > 0 ? weight_text(report, call) : g_strdup("");
    }
    char *number = text_number(call->visits);
    char *text = g_strconcat("x", number, NULL);
    g_free(number);
    return text;
}

static void print_name(const struct section *section, const char *name, uint32_t candidates)
{
    char *shown = shown_name(section->report->settings, name);
    fputs(shown, section->out);
    if (candidates > 1) {
        fprintf(section->out, " (one of %u)", candidates);
    }
    g_free(shown);
}

static void print_call(const struct section *section, const struct cg_checked_call *call)
{
    char *often = often_text(section->report, call);
    print_name(section, call->caller_name, call->caller_candidates);
    fputs(" -> ", section->out);
    print_name(section, call->callee_name, call->callee_candidates);
    fprintf(section->out, "%s%s", *often ? "  " : "", often);
    g_free(often);
}

static void print_site(const struct section *section, const struct cg_checked_site *site)
{
    char *file = site->file ? cli_printable(site->file) : NULL;
    if (!file) {
        return;
    }
    fprintf(section->out, "      look at  %s", file);
    if (site->line) {
        fprintf(section->out, ":%u", site->line);
    }
    if (site->line && site->column) {
        fprintf(section->out, ":%u", site->column);
    }
    for (int i = 0; i < 2; i++) {
        const char *more = i ? site->reason : site->type;
        char *shown = more ? cli_printable(more) : NULL;
        fprintf(section->out, "%s%s", shown ? ", " : "", shown ? shown : "");
        g_free(shown);
    }
    fputs(site->recorded ? ", as recorded\n" : "\n", section->out);
    g_free(file);
}

static void print_steps(const struct section *section, const struct example *example)
{
    fputs("      path     ", section->out);
    for (size_t i = 0; i < example->count; i++) {
        if (i == example->head && example->hidden) {
            fprintf(section->out, " > (%zu more)", example->hidden);
            i += example->hidden;
        }
        char *shown = shown_name(section->report->settings, example_name(example, i));
        fprintf(section->out, "%s%s", i ? " > " : "", shown);
        g_free(shown);
    }
    putc('\n', section->out);
}

/* A path of two frames adds nothing to the call itself. */
static void print_example(const struct section *section, const struct cg_checked_call *call)
{
    struct example example;
    const struct report *report = section->report;
    example_find(&example, report, call, EXAMPLE_FRAMES);
    if (example.count > 2) {
        print_steps(section, &example);
    }
    if (report->settings->profiles->len > 1) {
        char *file = cli_printable(cli_title(report->settings->profiles->pdata[call->profile]));
        fprintf(section->out, "      run      %s\n", file);
        g_free(file);
    }
    example_clear(&example);
}

/* Print which of caller and callee the graph lacks. */
static void print_absent(const struct section *section, const struct cg_checked_call *call)
{
    const char *who = call->caller == CG_NONE && call->callee == CG_NONE ? "caller and callee are"
                      : call->caller == CG_NONE                          ? "the caller is"
                                                                         : "the callee is";
    if (call->verdict == CG_VERDICT_MISSING_NODE) {
        fprintf(section->out, "      %s not in the graph\n", who);
    }
}

static void print_library(const struct section *section, const struct cg_checked_call *call)
{
    if (call->library) {
        char *library = shown_name(section->report->settings, call->library);
        fprintf(section->out, "      called by %s\n", library);
        g_free(library);
    }
}

static void print_missing(const struct section *section, const struct cg_checked_call *call)
{
    fputs("    ", section->out);
    print_call(section, call);
    putc('\n', section->out);
    print_absent(section, call);
    print_library(section, call);
    print_site(section, &call->site);
    print_example(section, call);
}

static void print_overridden(const struct section *section, const struct cg_checked_call *call)
{
    for (size_t i = 0; i < call->through_count; i++) {
        fputs("      the graph has ", section->out);
        print_name(section, cg_node_name(section->report->graph, call->through[i]), 1);
        putc('\n', section->out);
    }
}

static void print_explanation(const struct section *section, const struct cg_checked_call *call)
{
    fprintf(section->out, "      %s: ", cg_explanation_name(call->how));
    if (call->through_count) {
        print_name(section, call->caller_name, 1);
    } else if (call->how == CG_EXPLAINED_LIBRARY) {
        fputs("the callee is passed to a library", section->out);
    } else if (call->how == CG_EXPLAINED_ESCAPED) {
        fputs("code that was not collected may call the callee", section->out);
    }
    for (size_t i = 0; i < call->through_count; i++) {
        fputs(" -> ", section->out);
        print_name(section, cg_node_name(section->report->graph, call->through[i]), 1);
    }
    if (call->through_count) {
        fputs(" -> ", section->out);
        print_name(section, call->callee_name, 1);
    }
    putc('\n', section->out);
}

static void print_other(const struct section *section, const struct cg_checked_call *call)
{
    fputs("    ", section->out);
    print_call(section, call);
    putc('\n', section->out);
    if (call->verdict == CG_VERDICT_OVERRIDE) {
        print_overridden(section, call);
    } else if (call->verdict == CG_VERDICT_EXPLAINED) {
        print_explanation(section, call);
        print_library(section, call);
    }
}

static size_t count_wanted(const struct section *section)
{
    const struct report *report = section->report;
    size_t count = cg_validation_count(report->validation), wanted = 0;
    for (size_t i = 0; i < count; i++) {
        wanted += section->wanted(section, i, cg_validation_at(report->validation, i));
    }
    return wanted;
}

static void print_wanted(const struct section *section,
                         void (*print)(const struct section *, const struct cg_checked_call *))
{
    const struct report *report = section->report;
    size_t count = cg_validation_count(report->validation), shown = 0, hidden = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cg_checked_call *call = cg_validation_at(report->validation, i);
        if (!section->wanted(section, i, call)) {
            continue;
        }
        if (shown == report->settings->max) {
            hidden++;
            continue;
        }
        print(section, call);
        shown++;
    }
    cli_print_more(section->out, "    ", hidden, "call");
}

static bool is_found(const struct section *section, size_t i, const struct cg_checked_call *call)
{
    return call_is_missing(call) && !section->report->known[i] && call->exact == section->exact &&
           call->cause == section->cause;
}

static bool is_known(const struct section *section, size_t i, const struct cg_checked_call *call)
{
    (void)call;
    return section->report->known[i];
}

static bool has_verdict(const struct section *section, size_t i, const struct cg_checked_call *call)
{
    (void)i;
    return call->verdict == section->verdict;
}

/* Print the missing calls, one group for each cause. */
static void print_found(struct section *section)
{
    for (size_t i = 0; i < CG_CAUSE_COUNT; i++) {
        section->cause = cause_at(i);
        size_t count = count_wanted(section);
        if (!count) {
            continue;
        }
        fputs("\n  ", section->out);
        text_colored(section->out, section->report, BOLD, cause_title(section->cause));
        fprintf(section->out, " (%s): %zu\n", cg_cause_name(section->cause), count);
        print_wanted(section, print_missing);
    }
    putc('\n', section->out);
}

static void print_heading(const struct section *section, const char *sgr, const char *title,
                          uint64_t count, const char *rest)
{
    char *number = text_number(count);
    text_colored(section->out, section->report, sgr, title);
    fprintf(section->out, ": %s call%s%s\n", number, cli_s(count), rest);
    g_free(number);
}

static void print_all_missing(FILE *out, const struct report *report)
{
    struct section section = {.out = out, .report = report, .exact = true, .wanted = is_found};
    if (report->found_exact) {
        print_heading(&section, RED, "missing", report->found_exact,
                      " that ran and that the graph lacks");
        print_found(&section);
    }
    section.exact = false;
    if (report->found_sampled) {
        bool strict = report->settings->strict;
        print_heading(&section, strict ? RED : YELLOW, strict ? "missing" : "warning",
                      report->found_sampled,
                      " that the graph lacks, seen only in samples: their callers may be wrong");
        print_found(&section);
    }
}

static void print_others(FILE *out, const struct report *report)
{
    static const struct {
        enum cg_verdict verdict;
        const char *title;
        const char *rest;
    } verdicts[] = {
        {CG_VERDICT_EXPLAINED, "explained", " by a path in the graph"},
        {CG_VERDICT_OVERRIDE, "override", " to an override or variant of a callee in the graph"},
        {CG_VERDICT_PRESENT, "present", ""},
    };
    struct section section = {.out = out, .report = report, .wanted = is_known};
    if (report->known_count) {
        print_heading(&section, YELLOW, "known", report->known_count, " in the baseline");
        print_wanted(&section, print_missing);
        putc('\n', out);
    }
    section.wanted = has_verdict;
    for (size_t i = 0; i < G_N_ELEMENTS(verdicts); i++) {
        section.verdict = verdicts[i].verdict;
        size_t count = count_wanted(&section);
        if (count) {
            print_heading(&section, GREEN, verdicts[i].title, count, verdicts[i].rest);
            print_wanted(&section, print_other);
            putc('\n', out);
        }
    }
}

void text_print(FILE *out, const struct report *report)
{
    print_all_missing(out, report);
    if (report->settings->verbose) {
        print_others(out, report);
    }
    text_print_summary(out, report);
}

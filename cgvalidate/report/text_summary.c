/* The table of numbers at the end of the text answer. */
#include "report/report_text.h"

#define WIDTH 30

static void print_row(FILE *out, const char *title, uint64_t number)
{
    char *text = text_number(number);
    fprintf(out, "%-*s %12s\n", WIDTH, title, text);
    g_free(text);
}

/* Prints a row only if its number is not 0. */
static void print_some(FILE *out, const char *title, uint64_t number)
{
    if (number) {
        print_row(out, title, number);
    }
}

static void print_recall(FILE *out, const struct report *report)
{
    const struct cg_validation_summary *sum = report->summary;
    uint64_t missing = sum->missing_edges + sum->missing_nodes;
    char *recall = sum->calls ? percent_text(sum->calls - missing, sum->calls) : g_strdup("-");
    fprintf(out, "%-*s ", WIDTH, "recall");
    fprintf(out, "%*s", 12 - (int)g_utf8_strlen(recall, -1), "");
    text_colored(out, report, missing ? "31" : "32", recall);
    putc('\n', out);
    g_free(recall);
}

static void print_calls(FILE *out, const struct report *report)
{
    const struct cg_validation_summary *sum = report->summary;
    print_row(out, "calls checked", sum->calls);
    print_row(out, "  present", sum->present);
    print_row(out, "  by override or variant", sum->override);
    print_row(out, "  explained", sum->explained);
    print_row(out, "  missing edges", sum->missing_edges);
    print_row(out, "  missing nodes", sum->missing_nodes);
    print_recall(out, report);
    print_some(out, "missing, seen only in samples",
               sum->missing_edges + sum->missing_nodes - sum->missing_exact);
    print_some(out, "missing, in the baseline", report->known_count);
    print_some(out, "ambiguous by name", sum->ambiguous);
    print_some(out, "not checked: inside libraries", sum->in_libraries);
    print_some(out, "not checked: the compiler's", sum->generated);
    print_some(out, "not checked: no caller", sum->roots);
    print_row(out, "functions recorded", sum->frames);
    print_row(out, "  in the graph", sum->frames_matched);
}

static char *share(uint64_t part, uint64_t whole)
{
    char *percent = percent_text(part, whole);
    char *text = whole ? g_strdup_printf("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT "  %7s",
                                         (guint64)part, (guint64)whole, percent)
                       : g_strdup_printf("0/0  %7s", "-");
    g_free(percent);
    return text;
}

static void print_covered(FILE *out, const struct cg_coverage *covered, const char *name)
{
    char *functions = share(covered->functions_run, covered->functions);
    char *edges = share(covered->edges_run, covered->edges);
    fprintf(out, "  %22s  %22s  %s\n", functions, edges, name);
    g_free(functions);
    g_free(edges);
}

static void print_coverage(FILE *out, const struct report *report)
{
    struct cg_coverage total;
    size_t count = cg_validation_coverage_count(report->validation);
    coverage_total(&total, report);
    fprintf(out, "\nexecuted part of the graph\n  %22s  %22s\n", "functions", "calls");
    for (size_t i = 0; i < count && report->settings->coverage; i++) {
        const struct cg_coverage *file = cg_validation_coverage_at(report->validation, i);
        char *name = cli_printable(file->file ? file->file : "?");
        print_covered(out, file, name);
        g_free(name);
    }
    print_covered(out, &total, "total");
}

void text_print_summary(FILE *out, const struct report *report)
{
    if (!cli_is_quiet()) {
        print_calls(out, report);
    }
    if (!cli_is_quiet() || report->settings->coverage) {
        print_coverage(out, report);
    }
}

/*
 * Prints the values of each definition beside each other: as text with long ones cut, or as JSON
 * whole.
 */
#include "conflict_report.h"

#include <cli.h>

#include <string.h>

#define LONGEST_VALUE 400 /* characters of a value shown in text */

/* Text */

static void print_value(FILE *out, const char *value)
{
    const char *p = value;
    for (int i = 0; i < LONGEST_VALUE && *p; i++) {
        p = g_utf8_next_char(p);
    }
    char *text = g_strndup(value, (gsize)(p - value));
    cli_print_text(out, text);
    g_free(text);
    fputs(*p ? "…" : "", out);
}

static void print_function(FILE *out, const struct cg_conflict *conflict)
{
    char *demangled = cli_demangle_partly(conflict->function);
    cli_print_text(out, conflict->function);
    if (strcmp(demangled, conflict->function) != 0) {
        fputs(" (", out);
        cli_print_text(out, demangled);
        putc(')', out);
    }
    if (conflict->origin) {
        fputs(" [internal to ", out);
        cli_print_text(out, *conflict->origin ? conflict->origin : "an unknown file");
        putc(']', out);
    }
    putc('\n', out);
    g_free(demangled);
}

static void print_values(FILE *out, const struct cg_conflict *conflict)
{
    fputs("  ", out);
    cli_print_text(out, conflict->key);
    for (size_t i = 0; i < conflict->count; i++) {
        fputs(i ? ", " : ": ", out);
        print_value(out, conflict->values[i]);
        fputs(" in ", out);
        cli_print_text(out, conflict->sources[i]);
        if (conflict->counts[i] > 1) {
            fprintf(out, " (and %u more)", conflict->counts[i] - 1);
        }
    }
    putc('\n', out);
}

static bool same_function(const struct cg_conflict *a, const struct cg_conflict *b)
{
    return g_strcmp0(a->function, b->function) == 0 && g_strcmp0(a->origin, b->origin) == 0;
}

static void print_text(FILE *out, const struct cg_conflicts *conflicts)
{
    const struct cg_conflict *conflict, *last = NULL;
    for (size_t i = 0; (conflict = cg_conflicts_at(conflicts, i)); i++, last = conflict) {
        if (!last || !same_function(last, conflict)) {
            print_function(out, conflict);
        }
        print_values(out, conflict);
    }
}

/* JSON */

static void print_member(FILE *out, const char *key, const char *text)
{
    fprintf(out, "\"%s\":", key);
    if (text) {
        cli_print_json_string(out, text);
    } else {
        fputs("null", out);
    }
    putc(',', out);
}

static void print_object(FILE *out, const struct cg_conflict *conflict)
{
    char *demangled = cli_demangle_partly(conflict->function);
    putc('{', out);
    print_member(out, "function", conflict->function);
    print_member(out, "demangled", demangled);
    print_member(out, "origin", conflict->origin);
    print_member(out, "key", conflict->key);
    fputs("\"values\":[", out);
    for (size_t i = 0; i < conflict->count; i++) {
        fprintf(out, "%s{\"value\":%s,", i ? "," : "", conflict->values[i]);
        print_member(out, "source", conflict->sources[i]);
        fprintf(out, "\"count\":%u}", conflict->counts[i]);
    }
    fputs("]}", out);
    g_free(demangled);
}

static void print_json(FILE *out, const struct cg_conflicts *conflicts)
{
    const struct cg_conflict *conflict;
    fputs("{\"version\":1,\"conflicts\":[", out);
    for (size_t i = 0; (conflict = cg_conflicts_at(conflicts, i)); i++) {
        fputs(i ? ",\n" : "\n", out);
        print_object(out, conflict);
    }
    fputs("]}\n", out);
}

int conflicts_report(struct cg_conflicts *conflicts, const char *path, bool json,
                     struct cg_error *error)
{
    struct cli_output output;
    int status = cg_conflicts_finish(conflicts, error);
    status = status ? status : cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    if (json) {
        print_json(output.stream, conflicts);
    } else {
        print_text(output.stream, conflicts);
    }
    return cli_output_finish(&output, error);
}

/* Counts instructions: those of a program in what objdump prints, those that run in callgrind's
 * files. */
#include "verbs/refine/mix.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

const char *const mix_sorts[MIX_SORTS] = {"moves", "arithmetic", "vector", "branches",
                                          "calls", "nops",       "other"};
const char *const mix_events[MIX_EVENTS] = {"instructions", "reads", "writes",
                                            "conditionalBranches", "indirectBranches"};

/* How mnemonics of x86-64 begin that use no vector registers; the first that fits counts. */
static const struct {
    const char *begin;
    enum mix_sort sort;
} sorts[] = {
    {"nop", MIX_NOPS},        {"data16", MIX_NOPS},     {"cs", MIX_NOPS},
    {"call", MIX_CALLS},      {"ret", MIX_CALLS},       {"j", MIX_BRANCHES},
    {"mov", MIX_MOVES},       {"lea", MIX_MOVES},       {"push", MIX_MOVES},
    {"pop", MIX_MOVES},       {"cmov", MIX_MOVES},      {"xchg", MIX_MOVES},
    {"f", MIX_VECTOR},        {"ad", MIX_ARITHMETIC},   {"sub", MIX_ARITHMETIC},
    {"sbb", MIX_ARITHMETIC},  {"mul", MIX_ARITHMETIC},  {"imul", MIX_ARITHMETIC},
    {"div", MIX_ARITHMETIC},  {"idiv", MIX_ARITHMETIC}, {"inc", MIX_ARITHMETIC},
    {"dec", MIX_ARITHMETIC},  {"neg", MIX_ARITHMETIC},  {"not", MIX_ARITHMETIC},
    {"and", MIX_ARITHMETIC},  {"or", MIX_ARITHMETIC},   {"xor", MIX_ARITHMETIC},
    {"sh", MIX_ARITHMETIC},   {"sa", MIX_ARITHMETIC},   {"ro", MIX_ARITHMETIC},
    {"bt", MIX_ARITHMETIC},   {"bs", MIX_ARITHMETIC},   {"cmp", MIX_ARITHMETIC},
    {"test", MIX_ARITHMETIC}, {"set", MIX_ARITHMETIC},  {"clt", MIX_ARITHMETIC},
    {"cqt", MIX_ARITHMETIC},
};

static enum mix_sort sort_of(const char *instruction)
{
    if (strstr(instruction, "mm")) { /* xmm0, ymm0, zmm0; names of functions are cut off */
        return MIX_VECTOR;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(sorts); i++) {
        if (g_str_has_prefix(instruction, sorts[i].begin)) {
            return sorts[i].sort;
        }
    }
    return MIX_OTHER;
}

/* "  401136:\tpush   %rbp"; other lines are names of sections and functions. */
static void take_line(struct mix *mix, char *line)
{
    char *at = strchr(line, '\t'), *name = strchr(line, '<');
    if (name) {
        *name = '\0';
    }
    if (line[0] == ' ' && at && at[1]) {
        mix->program[sort_of(at + 1)]++;
        mix->has_program = true;
    }
}

/* @return a path to release with g_free, NULL: the command names no program first */
static char *program_of(const char *command)
{
    char **words = NULL, *path = NULL;
    if (g_shell_parse_argv(command, NULL, &words, NULL)) {
        path = g_find_program_in_path(words[0]);
    }
    g_strfreev(words);
    return path;
}

void mix_read_program(struct mix *mix, const char *command)
{
    char *path = program_of(command), *quoted = path ? g_shell_quote(path) : NULL, line[4096];
    char *script =
        g_strdup_printf("objdump -d --no-show-raw-insn -- %s 2>/dev/null", quoted ? quoted : "");
    FILE *lines = path ? popen(script, "r") : NULL;
    while (lines && fgets(line, sizeof line, lines)) {
        take_line(mix, line);
    }
    if (lines) {
        pclose(lines);
    }
    g_free(script);
    g_free(quoted);
    g_free(path);
}

/* What runs. */

static void add_event(struct mix *mix, const char *name, double number)
{
    static const char *const names[] = {"Ir", "Dr", "Dw", "Bc", "Bi"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        mix->run[i] += strcmp(name, names[i]) == 0 ? number : 0;
    }
    mix->has_run = true;
}

/* "events: Ir Dr Dw ..." and "totals: 12 3 4 ..." */
static void read_file(struct mix *mix, const char *path)
{
    char *text = NULL, **names = NULL;
    g_file_get_contents(path, &text, NULL, NULL);
    char **lines = g_strsplit(text ? text : "", "\n", -1);
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, "events: ")) {
            g_strfreev(names);
            names = g_strsplit(*line + strlen("events: "), " ", -1);
        } else if (names && g_str_has_prefix(*line, "totals: ")) {
            char **numbers = g_strsplit(*line + strlen("totals: "), " ", -1);
            for (size_t i = 0; names[i] && numbers[i]; i++) {
                add_event(mix, names[i], g_ascii_strtod(numbers[i], NULL));
            }
            g_strfreev(numbers);
        }
    }
    g_strfreev(lines);
    g_strfreev(names);
    g_free(text);
}

void mix_read_run(struct mix *mix, const char *directory)
{
    GDir *files = g_dir_open(directory, 0, NULL);
    const char *name;
    while (files && (name = g_dir_read_name(files))) {
        if (g_str_has_suffix(name, ".mix")) {
            char *path = g_build_filename(directory, name, NULL);
            read_file(mix, path);
            g_remove(path);
            g_free(path);
        }
    }
    if (files) {
        g_dir_close(files);
    }
}

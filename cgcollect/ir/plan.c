/*
 * Reads the commands that the clang driver is about to run, and refuses any that is not a
 * compilation by clang itself, loads code, or writes other files than the IR.
 */
#include "ir/plan.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/** How words of clang itself begin that load code or name a file to write. */
static const char *const unsafe[] = {
    "-add-plugin",
    "-coverage-data-file",
    "-coverage-notes-file",
    "-dependency-",
    "-diagnostic-log-file",
    "-diagnostic-serialized-file",
    "-extract-api",
    "-fcrash-diagnostics-dir",
    "-fmodule-output",
    "-fmodules-cache-path",
    "-fpass-plugin",
    "-fplugin",
    "-fproc-stat-report",
    "-fprofile-instrument-path",
    "-fthin-link-bitcode",
    "-ftime-trace",
    "-header-include-file",
    "-index-store",
    "-index-unit",
    "-load",
    "-module-dependency-dir",
    "-opt-record-file",
    "-plugin",
    "-serialize-diagnostic",
    "-split-dwarf-",
    "-stats-file",
    "-symbol-graph",
};

/** Parts of options of LLVM that load code or write files. The driver itself gives it others. */
static const char *const unsafe_of_llvm[] = {"load", "plugin", "file", "dir",
                                             "dump", "print",  "/",    "trace"};

static bool is_unsafe(const char *word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(unsafe); i++) {
        if (g_str_has_prefix(word, unsafe[i])) {
            return true;
        }
    }
    return strcmp(word, "-fmodules") == 0;
}

static bool is_unsafe_of_llvm(const char *word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(unsafe_of_llvm); i++) {
        if (strstr(word, unsafe_of_llvm[i])) {
            return true;
        }
    }
    return false;
}

/** What is planned. */
struct plan {
    const char *output; /**< the only file to write */
    bool assembles;     /**< a source of assembler is to be made an object */
};

/** A C++20 module is compiled in two steps, and assembler with macros; the driver puts what is
 *  between them in a temporary file. */
static bool is_output(const struct plan *plan, const char *path)
{
    const char *between = plan->assembles ? ".s" : ".pcm";
    return path && (strcmp(path, plan->output) == 0 ||
                    (g_path_is_absolute(path) && g_str_has_suffix(path, between)));
}

/** Whether a command is clang itself, as compiler or, where one is wanted, as assembler. */
static bool is_clang(const struct plan *plan, char **words)
{
    return words[0] && words[1] &&
           (strcmp(words[1], "-cc1") == 0 || (plan->assembles && strcmp(words[1], "-cc1as") == 0));
}

/** @return the first word of a command that does more than compile; NULL if there is none */
static const char *check_command(const struct plan *plan, char **words)
{
    if (!is_clang(plan, words)) {
        return words[0] ? words[0] : "nothing";
    }
    for (char **word = words + 2; *word; word++) {
        bool passes = strcmp(*word, "-mllvm") == 0;
        bool writes = strcmp(*word, "-o") == 0;
        if (is_unsafe(*word) || (passes && (!word[1] || is_unsafe_of_llvm(word[1]))) ||
            (writes && !is_output(plan, word[1]))) {
            return *word;
        }
        word += (passes || writes) && word[1];
    }
    return NULL;
}

/** Read a word in quotes, in which a backslash takes the next character literally. @return its end;
 *  NULL if it has none */
static const char *read_word(GString *out, const char *text)
{
    if (*text++ != '"') {
        return NULL;
    }
    for (; *text && *text != '"'; text++) {
        text += *text == '\\' && text[1];
        g_string_append_c(out, *text);
    }
    return *text ? text + 1 : NULL;
}

/** Read a command: words in quotes, each behind a blank. @return the end of its line, NULL if it is
 *  none */
static const char *read_command(GPtrArray *words, const char *text)
{
    while (*text == ' ') {
        GString *word = g_string_new(NULL);
        text = read_word(word, text + 1);
        g_ptr_array_add(words, g_string_free(word, FALSE));
        if (!text) {
            return NULL;
        }
    }
    g_ptr_array_add(words, NULL);
    return *text == '\n' ? text + 1 : NULL;
}

char *ir_check_plan(const char *text, const char *output, bool assembles)
{
    const char *wrong = "no command";
    struct plan plan = {output, assembles};
    while (text && *text) {
        if (!g_str_has_prefix(text, " \"")) {
            text += strcspn(text, "\n");
            text += *text == '\n';
            continue;
        }
        GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
        text = read_command(words, text);
        wrong = text ? check_command(&plan, (char **)words->pdata) : "a command that is cut";
        char *why = wrong ? g_strdup_printf("clang would do more than compile: %s", wrong) : NULL;
        g_ptr_array_unref(words);
        if (why) {
            return why;
        }
    }
    return wrong ? g_strdup_printf("clang would do more than compile: %s", wrong) : NULL;
}

/*
 * Asks a compiler what it hands to the linker: "COMPILER ARGUMENTS -###" prints the commands that
 * it would run. Only so are the libraries known that it adds by itself.
 */
#include "commands/linking/linker_inputs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands/linking/linker_script.h"

/** The linker's command line being read. */
struct reading {
    const char *directory;
    GPtrArray *inputs;
    GPtrArray *searched; /**< of const char *: directories */
    bool archives_only;
    bool complete; /**< all that is linked was found so far */
};

static bool is_linker(const char *program)
{
    static const char *const names[] = {"collect2", "ld", "lld", "mold", "gold"};
    char *base = g_path_get_basename(program);
    bool is = g_str_has_prefix(base, "ld.") || g_str_has_suffix(base, "-ld");
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        is = is || strcmp(base, names[i]) == 0;
    }
    g_free(base);
    return is;
}

static char *absolute(const struct reading *r, const char *name)
{
    return g_canonicalize_filename(name, r->directory);
}

static void take_library(struct reading *r, const char *name);

/** Whether a word of a linker script names no file that may have other symbols than those of a
 * shared library. */
static bool is_harmless(const char *word)
{
    static const char *const keywords[] = {"",       "GROUP",         "INPUT",       "AS_NEEDED",
                                           "TARGET", "OUTPUT_FORMAT", "OUTPUT_ARCH", NULL};
    bool format = g_str_has_prefix(word, "elf") && !strchr(word, '.');
    return format || strstr(word, ".so") || g_strv_contains(keywords, word);
}

/** A file ".so" is a shared library, or a linker script: GROUP ( libx.so.1 -ly /lib/libz.a ). */
static void take_shared(struct reading *r, const char *path)
{
    enum { LARGEST = 65536 };
    static const char ends[] = " \t\n\r(),;\"";
    char *text = g_malloc0(LARGEST + 1), *rest = text;
    FILE *file = fopen(path, "re");
    size_t length = file ? fread(text, 1, LARGEST, file) : 0;
    bool is_elf = length >= 4 && memcmp(text, "\177ELF", 4) == 0;
    if (is_elf) {
        g_ptr_array_add(r->inputs, g_strdup(path));
    } else {
        linker_script_blank_comments(text);
    }
    for (char *word; !is_elf && (word = strsep(&rest, ends));) {
        if (g_str_has_prefix(word, "-l") && word[2]) {
            take_library(r, word + 2);
        } else if (g_str_has_suffix(word, ".a") || g_str_has_suffix(word, ".o")) {
            g_ptr_array_add(r->inputs, absolute(r, word));
        } else {
            r->complete = r->complete && is_harmless(word);
        }
    }
    r->complete = r->complete && length > 0 && (is_elf || length < LARGEST);
    if (file) {
        fclose(file);
    }
    g_free(text);
}

/** @return whether a directory has the file; if so, it is an input, or has some. */
static bool take_if_there(struct reading *r, const char *directory, const char *file)
{
    char *name = g_build_filename(directory, file, NULL);
    char *path = absolute(r, name);
    bool found = access(path, R_OK) == 0;
    if (found && g_str_has_suffix(path, ".so")) {
        take_shared(r, path);
    } else if (found) {
        g_ptr_array_add(r->inputs, g_strdup(path));
    }
    g_free(path);
    g_free(name);
    return found;
}

static void take_library(struct reading *r, const char *name)
{
    bool exact = name[0] == ':';
    char *shared = exact ? g_strdup(name + 1) : g_strdup_printf("lib%s.so", name);
    char *archive = exact ? g_strdup(name + 1) : g_strdup_printf("lib%s.a", name);
    bool found = false;
    for (guint i = 0; i < r->searched->len && !found; i++) {
        const char *directory = r->searched->pdata[i];
        found = (!r->archives_only && take_if_there(r, directory, shared)) ||
                take_if_there(r, directory, archive);
    }
    r->complete = r->complete && found;
    g_free(archive);
    g_free(shared);
}

/** The script that -T names. @return NULL: it is another option; of the words the next one may be
 * the name */
static const char *script_of(char **word)
{
    static const char *const sections[] = {"bss", "data", "text", "ldata", "rodata"};
    const char *option = word[0], *joined = option + 2;
    if (strcmp(option, "-T") == 0 || strcmp(option, "--script") == 0) {
        return word[1];
    }
    if (g_str_has_prefix(option, "--script=")) {
        return option + strlen("--script=");
    }
    bool is = g_str_has_prefix(option, "-T");
    for (size_t i = 0; is && i < G_N_ELEMENTS(sections); i++) {
        is = !g_str_has_prefix(joined, sections[i]);
    }
    return is ? joined : NULL;
}

/** A script is in the working directory, or in one of -L. */
static void take_script(struct reading *r, const char *name)
{
    char *path = absolute(r, name);
    for (guint i = 0; access(path, R_OK) && i < r->searched->len; i++) {
        char *below = g_build_filename(r->searched->pdata[i], name, NULL);
        g_free(path);
        path = absolute(r, below);
        g_free(below);
    }
    r->complete = r->complete && access(path, R_OK) == 0;
    g_ptr_array_add(r->inputs, path);
}

/** Read a word. @return how many words it takes */
static int read_word(struct reading *r, char **word)
{
    const char *script = script_of(word);
    static const char *const dynamic[] = {"-Bdynamic", "-dy", "-call_shared", NULL};
    static const char *const only_archives[] = {"-static", "--static",    "-Bstatic",
                                                "-dn",     "-non_shared", NULL};
    bool joined = word[0][0] == '-' && word[0][1] && word[0][2];
    const char *operand = joined ? word[0] + 2 : word[1];
    if (strcmp(word[0], "-o") == 0) {
        return 2;
    }
    if (script) {
        take_script(r, script);
        return script == word[1] ? 2 : 1;
    }
    if (word[0][0] != '-') {
        g_ptr_array_add(r->inputs, absolute(r, word[0]));
    } else if (g_strv_contains(only_archives, word[0])) {
        r->archives_only = true;
    } else if (g_strv_contains(dynamic, word[0])) {
        r->archives_only = false;
    } else if (word[0][1] == 'L' && operand) {
        g_ptr_array_add(r->searched, (char *)operand);
        return joined ? 1 : 2;
    } else if (word[0][1] == 'l' && operand) {
        take_library(r, operand);
        return joined ? 1 : 2;
    }
    return 1;
}

/** @return whether all that is linked was found */
static bool read_linker(const struct compile_command *command, char **words, GPtrArray *inputs)
{
    struct reading r = {.directory = command->directory, .inputs = inputs, .complete = true};
    r.searched = g_ptr_array_new();
    for (int i = 1, count = (int)g_strv_length(words); i < count;) {
        r.complete = r.complete && words[i][0] != '@';
        i += read_word(&r, words + i);
    }
    g_ptr_array_unref(r.searched);
    return r.complete;
}

/** @return whether all that is linked was found */
static bool read_answer(const struct compile_command *command, const char *text, GPtrArray *inputs)
{
    bool answered = false, complete = true;
    char **lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        char **words = NULL;
        if ((*line)[0] == ' ' && g_shell_parse_argv(*line, NULL, &words, NULL) &&
            is_linker(words[0])) {
            complete = read_linker(command, words, inputs) && complete;
            answered = true;
        }
        g_strfreev(words);
    }
    g_strfreev(lines);
    return answered && complete;
}

GPtrArray *commands_linker_inputs(bool *complete, const struct compile_command *command)
{
    *complete = false;
    GPtrArray *inputs = g_ptr_array_new_with_free_func(g_free);
    char **compiler = commands_compiler(command);
    guint count = g_strv_length(compiler);
    char **question = g_new0(char *, count + 2);
    char *messages = NULL;
    memcpy(question, compiler, count * sizeof *question);
    question[count] = (char *)"-###";
    if (g_spawn_sync(command->directory, question, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &messages,
                     NULL, NULL)) {
        *complete = read_answer(command, messages, inputs);
    }
    g_free(messages);
    g_free(question);
    return inputs;
}

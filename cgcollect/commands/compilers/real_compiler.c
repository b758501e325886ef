/*
 * Asks a compiler where its headers are: "COMPILER OPTIONS -E -v -dD -x LANGUAGE /dev/null" prints
 * the directories and the target to standard error, and its macros to standard output.
 */
#include "commands/compilers/real_compiler.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cli.h>

#include "commands/allowed.h"
#include "commands/compilers/report_variables.h"

struct real_compilers {
    GHashTable *answers; /**< by question: struct real_compiler, or NULL where there is none */
};

static void free_answer(void *data)
{
    struct real_compiler *answer = data;
    if (answer) {
        g_free(answer->target);
        g_free(answer->own);
        g_strfreev(answer->before);
        g_strfreev(answer->behind);
        g_strfreev(answer->names);
        g_free(answer);
    }
}

struct real_compilers *real_compilers_new(void)
{
    struct real_compilers *compilers = g_new0(struct real_compilers, 1);
    compilers->answers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_answer);
    return compilers;
}

void real_compilers_free(struct real_compilers *compilers)
{
    if (compilers) {
        g_hash_table_destroy(compilers->answers);
        g_free(compilers);
    }
}

/* Which compilers */

static bool is_system_directory(const char *path)
{
    char *directory = g_path_get_dirname(path);
    bool is = strcmp(directory, "/usr/bin") == 0 || strcmp(directory, "/bin") == 0;
    g_free(directory);
    return is;
}

bool real_compiler_is_plain(const struct compile_command *command)
{
    const char *program = commands_compiler(command)[0];
    char *base = g_path_get_basename(program);
    char *path = strchr(program, '/') ? g_strdup(program) : g_find_program_in_path(program);
    bool plain = g_regex_match_simple("^(cc|c\\+\\+|gcc|g\\+\\+|clang|clang\\+\\+)(-[0-9.]+)?$",
                                      base, 0, 0) &&
                 (!path || is_system_directory(path));
    g_free(path);
    g_free(base);
    return plain;
}

/* The question */

/** Whether an option decides which headers, target or macros a compiler has. */
static bool matters(const char *option)
{
    static const char *const matching[] = {
        "-O",        "-ansi",     "--ansi",  "-arch",     "-f",           "-gcc-toolchain",
        "--gcc-",    "-isysroot", "-m",      "-nostdinc", "-nostdlibinc", "--no-standard-includes",
        "-pthread",  "--specs=",  "-specs=", "-std",      "--std",        "-stdlib=",
        "--stdlib=", "--sysroot", "-target", "--target",  "-undef",
    };
    static const char *const files[] = {"-fmodule", "-fpch", "-fprebuilt-module-path"};
    bool does = false;
    for (size_t i = 0; i < G_N_ELEMENTS(matching); i++) {
        does = does || g_str_has_prefix(option, matching[i]);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        does = does && !g_str_has_prefix(option, files[i]);
    }
    return does;
}

static bool is_specs(const char *word)
{
    return g_str_has_prefix(word, "-specs=") || g_str_has_prefix(word, "--specs=");
}

/** Add the words of an option that matter. @return how many words it takes */
static size_t add_option(GPtrArray *question, char **argv)
{
    GPtrArray *used = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *refused = g_ptr_array_new_with_free_func(g_free);
    size_t taken = commands_read_option(argv, used, refused);
    for (guint i = 0; used->len > 0 && matters(used->pdata[0]) && i < used->len; i++) {
        g_ptr_array_add(question, g_strdup(used->pdata[i]));
    }
    if (is_specs(argv[0])) {
        g_ptr_array_add(question, g_strdup(argv[0]));
    }
    g_ptr_array_unref(used);
    g_ptr_array_unref(refused);
    return taken;
}

char **real_compiler_question(const struct compile_command *command, const char *const *asking)
{
    char **argv = commands_compiler(command);
    GPtrArray *question = g_ptr_array_new();
    g_ptr_array_add(question, g_strdup(*argv++));
    while (*argv) {
        argv += argv[0][0] == '-' && argv[0][1] ? add_option(question, argv) : 1;
    }
    for (; *asking; asking++) {
        g_ptr_array_add(question, g_strdup(*asking));
    }
    g_ptr_array_add(question, NULL);
    return (char **)g_ptr_array_free(question, FALSE);
}

/** The user's environment, with messages in English and without reports. */
static char **environment(void)
{
    char **variables = g_get_environ();
    for (const char *const *name = report_variables; *name; name++) {
        variables = g_environ_unsetenv(variables, *name);
    }
    return g_environ_setenv(variables, "LC_ALL", "C", TRUE);
}

/* The answer */

/** Headers that belong to the compiler itself: clang has its own. */
static bool is_own_directory(const char *path)
{
    return g_regex_match_simple(
        "/(gcc|gcc-cross|gcc-lib)/[^/]+/[^/]+/include(-fixed)?$|/clang/[^/]+/include$", path, 0, 0);
}

/** An answer being read. */
struct reading {
    const struct compile_command *command;
    GPtrArray *before;
    GPtrArray *behind;
    GPtrArray *names;
    char *target;
    bool in_list; /**< of directories */
    bool complete;
    char *own; /**< the compiler's own headers, if they were listed: what follows comes after
                  clang's */
};

static void add_directory(struct reading *r, const char *given)
{
    char *name = g_canonicalize_filename(given, r->command->directory);
    char *real = realpath(name, NULL);
    if (is_own_directory(name) || (real && is_own_directory(real))) {
        r->own = r->own ? r->own : g_strdup(name);
    } else if (real) {
        g_ptr_array_add(r->behind, g_strdup(r->own ? "-idirafter" : "-isystem"));
        g_ptr_array_add(r->behind, g_strdup(real));
    }
    free(real);
    g_free(name);
}

static void read_message(struct reading *r, const char *line)
{
    if (g_str_has_prefix(line, "Target: ") && !r->target) {
        r->target = g_strstrip(g_strdup(line + strlen("Target: ")));
    } else if (g_str_has_suffix(line, " search starts here:")) {
        r->in_list = !r->complete;
    } else if (r->in_list && g_str_has_prefix(line, "End of search list")) {
        r->in_list = false;
        r->complete = true;
    } else if (r->in_list && line[0] == ' ') {
        add_directory(r, line + 1);
    }
}

/** Where a macro is defined. */
enum origin { ORIGIN_OTHER, ORIGIN_BUILT_IN, ORIGIN_COMMAND_LINE };

static enum origin origin_of(const char *line)
{
    if (strstr(line, "\"<command-line>\"") || strstr(line, "\"<command line>\"")) {
        return ORIGIN_COMMAND_LINE;
    }
    return strstr(line, "\"<built-in>\"") ? ORIGIN_BUILT_IN : ORIGIN_OTHER;
}

/** What a wrapper defines, the names of processors, and the types behind those of stdint.h, which
 *  differ between gcc and clang and decide names of C++ functions. Other built-in macros say what
 *  the compiler can do, so clang's own are true for clang. */
static bool is_macro_of_interest(const char *name, enum origin origin)
{
    if (origin == ORIGIN_COMMAND_LINE) {
        return !g_str_has_prefix(name, "_STDC_PREDEF_H");
    }
    return origin == ORIGIN_BUILT_IN &&
           (g_ascii_isalpha(name[0]) ||
            g_regex_match_simple("^__U?INT(_LEAST|_FAST)?(8|16|32|64|PTR|MAX)_TYPE__ ", name, 0,
                                 0));
}

/** Whether a macro tells which compiler it is. */
static bool is_name_of_compiler(const char *macro)
{
    return g_regex_match_simple("^__(GNUC(_MINOR|_PATCHLEVEL)?|clang(_major)?)__ ", macro, 0, 0);
}

/** The option for "NAME VALUE" or "NAME(PARAMETERS) VALUE". */
static char *definition(const char *macro)
{
    const char *parameters = macro + strcspn(macro, " (");
    const char *end = *parameters == '(' ? strchr(parameters, ')') : NULL;
    const char *blank = strchr(end ? end : macro, ' ');
    return blank ? g_strdup_printf("-D%.*s=%s", (int)(blank - macro), macro, blank + 1)
                 : g_strdup_printf("-D%s=", macro);
}

static void read_macros(struct reading *r, const char *text)
{
    enum origin origin = ORIGIN_OTHER;
    char **lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, "# ")) {
            origin = origin_of(*line);
        } else if (g_str_has_prefix(*line, "#define ") && is_name_of_compiler(*line + 8)) {
            char *option = definition(*line + 8);
            g_ptr_array_add(r->names, g_strdup(option + strlen("-D")));
            g_free(option);
        } else if (g_str_has_prefix(*line, "#define ") && is_macro_of_interest(*line + 8, origin)) {
            g_ptr_array_add(r->before, definition(*line + 8));
        } else if (g_str_has_prefix(*line, "#undef ") && origin == ORIGIN_COMMAND_LINE) {
            g_ptr_array_add(r->before, g_strconcat("-U", *line + 7, NULL));
        }
    }
    g_strfreev(lines);
}

/** @return the answer, or NULL if there is no list of directories. */
static struct real_compiler *read_answer(const struct compile_command *command, const char *macros,
                                         const char *messages)
{
    struct reading r = {.command = command,
                        .before = g_ptr_array_new(),
                        .behind = g_ptr_array_new(),
                        .names = g_ptr_array_new()};
    char **lines = g_strsplit(messages, "\n", -1);
    g_ptr_array_add(r.behind, g_strdup("-nostdlibinc"));
    if (commands_is_cplusplus(command)) {
        g_ptr_array_add(r.behind, g_strdup("-nostdinc++"));
    }
    for (char **line = lines; *line; line++) {
        read_message(&r, *line);
    }
    g_strfreev(lines);
    read_macros(&r, macros);
    g_ptr_array_add(r.before, NULL);
    g_ptr_array_add(r.behind, NULL);
    g_ptr_array_add(r.names, NULL);
    struct real_compiler *answer = g_new0(struct real_compiler, 1);
    *answer = (struct real_compiler){r.target, r.own, (char **)g_ptr_array_free(r.before, FALSE),
                                     (char **)g_ptr_array_free(r.behind, FALSE),
                                     (char **)g_ptr_array_free(r.names, FALSE)};
    if (!r.complete) {
        free_answer(answer);
        answer = NULL;
    }
    return answer;
}

static void tell_failure(const char *program, const char *what)
{
    cli_note("%s: does not say where its headers are (%.*s); the usual places are searched",
             program, (int)strcspn(what, "\n"), what);
}

static struct real_compiler *ask_compiler(const struct compile_command *command, char **question)
{
    char **variables = environment(), *macros = NULL, *messages = NULL;
    GError *error = NULL;
    struct real_compiler *answer = NULL;
    int status = 0;
    if (!g_spawn_sync(command->directory, question, variables, G_SPAWN_SEARCH_PATH, NULL, NULL,
                      &macros, &messages, &status, &error)) {
        tell_failure(question[0], error->message);
        g_error_free(error);
    } else if (!(answer = read_answer(command, macros, messages))) {
        tell_failure(question[0],
                     WIFEXITED(status) && !status ? "it lists no directories" : "it failed");
    }
    g_strfreev(variables);
    g_free(macros);
    g_free(messages);
    return answer;
}

void real_compilers_ask(struct real_compilers *compilers, struct compile_command *command)
{
    if (!command->argv || real_compiler_is_plain(command)) {
        return;
    }
    const char *language = commands_is_cplusplus(command) ? "c++" : "c";
    const char *const asking[] = {"-E", "-v", "-dD", "-x", language, "/dev/null", NULL};
    char **question = real_compiler_question(command, asking);
    char *words = g_strjoinv("\1", question);
    char *key = g_strjoin("\1", command->directory, words, NULL);
    void *known;
    if (g_hash_table_lookup_extended(compilers->answers, key, NULL, &known)) {
        command->compiler = known;
        g_free(key);
    } else {
        struct real_compiler *answer = ask_compiler(command, question);
        command->compiler = answer;
        g_hash_table_insert(compilers->answers, key, answer);
    }
    g_free(words);
    g_strfreev(question);
}

/*
 * Finds out which sources to read as gcc does, and with which options.
 */
#include "commands/as_gcc.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/real_compiler.h"
#include "text/lexical_paths.h"
#include <found_file.h>

/** Files that one source may have; more are not searched. */
#define MOST_FILES 5000u

/** Bytes of a file that is searched: no header is longer, and any file can be named. */
#define MOST_BYTES ((goffset)16 * 1024 * 1024)

/* Whose compiler */

/** Whether the compiler said that it defines a macro. */
static bool says(const struct real_compiler *compiler, const char *macro)
{
    for (char **name = compiler->names; *name; name++) {
        if (g_str_has_prefix(*name, macro)) {
            return true;
        }
    }
    return false;
}

static bool is_named_gcc(const char *program)
{
    char *path = g_find_program_in_path(program);
    char *real = path ? realpath(path, NULL) : NULL;
    char *base = g_path_get_basename(program);
    char *real_base = g_path_get_basename(real ? real : program);
    bool is = g_regex_match_simple("(^|-)(cc|c\\+\\+|gcc|g\\+\\+)(-[0-9.]+)?$", base, 0, 0) &&
              !strstr(real_base, "clang");
    g_free(real_base);
    g_free(base);
    free(real);
    g_free(path);
    return is;
}

bool as_gcc_is_gcc(const struct compile_command *command)
{
    const struct real_compiler *compiler = command->compiler;
    if (!command->argv) {
        return false;
    }
    return compiler ? says(compiler, "__GNUC__=") && !says(compiler, "__clang__=")
                    : is_named_gcc(commands_compiler(command)[0]);
}

/* What the source asks */

/** What clang defines and gcc does not, of what sources ask for. */
static const char *const only_clang[] = {"__clang__",         "__clang_major__",
                                         "__clang_minor__",   "__clang_patchlevel__",
                                         "__clang_version__", "__llvm__"};

struct search {
    const struct compile_command *command;
    GPtrArray *directories; /**< of -I and -iquote */
    GHashTable *seen;       /**< paths */
    bool found;
};

static bool is_of_system(const char *path)
{
    return g_str_has_prefix(path, "/usr/include/") || g_str_has_prefix(path, "/usr/lib/");
}

static void search_file(struct search *s, char *path);

/** Search the file that an #include names. @param from the directory of the one that includes it,
 * or NULL */
static void search_included(struct search *s, const char *from, const char *name)
{
    char *path = from ? g_canonicalize_filename(name, from) : NULL;
    bool is = path && g_file_test(path, G_FILE_TEST_IS_REGULAR);
    for (guint i = 0; !is && i < s->directories->len; i++) {
        g_free(path);
        path = g_canonicalize_filename(name, s->directories->pdata[i]);
        is = g_file_test(path, G_FILE_TEST_IS_REGULAR);
    }
    if (is) {
        search_file(s, path);
    } else {
        g_free(path);
    }
}

/** Follow "#include" in a line. */
static void follow_line(struct search *s, const char *from, const char *line, const char *end)
{
    static const char word[] = "include";
    const char *at = line + 1;
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    if ((size_t)(end - at) <= strlen(word) || memcmp(at, word, strlen(word)) != 0) {
        return;
    }
    const char *begin = at + strcspn(at, "\"<\n");
    const char *stop = begin < end ? begin + 1 + strcspn(begin + 1, "\">\n") : end;
    if (stop < end) {
        char *name = g_strndup(begin + 1, (gsize)(stop - begin - 1));
        search_included(s, *begin == '"' ? from : NULL, name);
        g_free(name);
    }
}

static void follow_includes(struct search *s, const char *path, const char *text)
{
    char *from = g_path_get_dirname(path);
    while (text && *text && !s->found) {
        const char *end = text + strcspn(text, "\n");
        text += strspn(text, " \t");
        if (*text == '#') {
            follow_line(s, from, text, end);
        }
        text = *end ? end + 1 : end;
    }
    g_free(from);
}

static bool read_short(char **text, const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_size <= MOST_BYTES && found_read(text, NULL, path);
}

/** @param path consumed */
static void search_file(struct search *s, char *path)
{
    char *text = NULL;
    if (s->found || is_of_system(path) || g_hash_table_size(s->seen) >= MOST_FILES ||
        g_hash_table_contains(s->seen, path)) {
        g_free(path);
        return;
    }
    g_hash_table_add(s->seen, path);
    if (!read_short(&text, path)) {
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(only_clang) && !s->found; i++) {
        s->found = strstr(text, only_clang[i]) != NULL;
    }
    follow_includes(s, path, text);
    g_free(text);
}

/** The directories and files that options name. */
static void read_options(struct search *s)
{
    static const char *const options[] = {"-I", "-iquote", "-include"};
    const char *directory = s->command->directory;
    GPtrArray *files = g_ptr_array_new();
    for (char **word = commands_compiler(s->command) + 1; *word; word++) {
        for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
            bool apart = strcmp(*word, options[i]) == 0 && word[1];
            bool joined = i == 0 && g_str_has_prefix(*word, "-I") && (*word)[2];
            const char *operand = apart ? word[1] : joined ? *word + 2 : NULL;
            if (operand) {
                g_ptr_array_add(i == 2 ? files : s->directories,
                                i == 2 ? (char *)operand : path_absolute(directory, operand));
            }
        }
    }
    for (guint i = 0; i < files->len; i++) {
        search_included(s, directory, files->pdata[i]);
    }
    g_ptr_array_unref(files);
}

bool as_gcc_asked(const struct compile_command *command)
{
    struct search s = {
        .command = command,
        .directories = g_ptr_array_new_with_free_func(g_free),
        .seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
    };
    read_options(&s);
    search_file(&s, g_strdup(command->file));
    g_hash_table_destroy(s.seen);
    g_ptr_array_unref(s.directories);
    return s.found;
}

/* The options */

bool as_gcc_is_preprocessed(const struct compile_command *command)
{
    const char *language = commands_language(command);
    return language
               ? g_str_has_suffix(language, "cpp-output")
               : g_str_has_suffix(command->file, ".i") || g_str_has_suffix(command->file, ".ii");
}

static int version_at(const char *text)
{
    return g_ascii_isdigit(*text) ? atoi(text) : 0;
}

/** The version that the name of a compiler has, or the newest that is installed. */
static int version_of(const struct compile_command *command)
{
    const char *program = commands_compiler(command)[0];
    const char *minus = strrchr(program, '-');
    int version = minus ? version_at(minus + 1) : 0;
    glob_t found;
    if (version == 0 && glob("/usr/lib/gcc/*/*", 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            version = MAX(version, version_at(strrchr(found.gl_pathv[i], '/') + 1));
        }
        globfree(&found);
    }
    return version ? version : 12;
}

/** Of gcc. */
struct version {
    int major;    /**< of the compiler itself */
    int parts[3]; /**< to claim: __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__ */
};

static struct version read_version(const struct compile_command *command)
{
    static const char *const names[] = {"__GNUC__=", "__GNUC_MINOR__=", "__GNUC_PATCHLEVEL__="};
    struct version version = {0};
    char **said = command->compiler ? command->compiler->names : NULL;
    for (; said && *said; said++) {
        for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
            if (g_str_has_prefix(*said, names[i])) {
                version.parts[i] = version_at(*said + strlen(names[i]));
            }
        }
    }
    if (version.parts[0] == 0) {
        version.parts[0] = version_of(command);
    }
    version.major = version.parts[0];
    if (version.major > 12 && commands_is_cplusplus(command)) {
        /* Later ones have types in C++ that clang lacks. */
        version = (struct version){version.major, {12, 9, 9}};
    }
    return version;
}

static void add_words(GPtrArray *out, const char *const *words)
{
    for (; *words; words++) {
        g_ptr_array_add(out, g_strdup(*words));
    }
}

/** In C, gcc has types that clang lacks. The C library names them itself where the compiler does
 *  not: then the preprocessed source declares them. */
static bool lacks_types(const struct compile_command *command, const struct version *version)
{
    char *text = NULL;
    bool has = as_gcc_is_preprocessed(command) &&
               g_file_get_contents(command->file, &text, NULL, NULL) &&
               strstr(text, "typedef float _Float32;");
    g_free(text);
    return !has && version->parts[0] >= 7 && !commands_is_cplusplus(command);
}

/** The type of 128 bits of clang, which not every target has; there, long double is as wide. */
static const char *wide_type(const struct compile_command *command)
{
    const char *target = command->compiler ? command->compiler->target : NULL;
    char *base = g_path_get_basename(commands_compiler(command)[0]);
    bool cross = strchr(base, '-') && !g_ascii_isdigit(*(strchr(base, '-') + 1));
#if defined(__x86_64__) || defined(__i386__)
    const char *own = "x86";
#else
    const char *own = "";
#endif
    const char *name = target ? target : cross ? base : own;
    bool has = g_regex_match_simple("^(x86|i[3-6]86)", name, 0, 0);
    g_free(base);
    return has ? "__float128" : "long double";
}

int as_gcc_major(const struct compile_command *command)
{
    return as_gcc_is_gcc(command) ? read_version(command).major : 0;
}

char **as_gcc_options(const struct compile_command *command)
{
    static const char *const lacking[] = {"-D__malloc__(...)=__malloc__",
                                          "-D__builtin_va_arg_pack()=0",
                                          "-D__builtin_va_arg_pack_len()=1",
                                          "-D__builtin_has_attribute(...)=0",
                                          "-D__builtin_speculation_safe_value(x,...)=(x)",
                                          "-D__builtin_shuffle(x,...)=(x)",
                                          NULL};
    /* Headers choose by type where both are listed: float and _Float32 must differ. */
    static const char *const types[] = {"-D_Float32=volatile float",
                                        "-D_Float64=double",
                                        "-D_Float32x=double",
                                        "-D_Float64x=volatile long double",
                                        "-D_Decimal32=float",
                                        "-D_Decimal64=double",
                                        NULL};
    GPtrArray *out = g_ptr_array_new();
    struct version version = read_version(command);
    if (!as_gcc_is_preprocessed(command)) {
        for (size_t i = 0; i < G_N_ELEMENTS(only_clang); i++) {
            g_ptr_array_add(out, g_strconcat("-U", only_clang[i], NULL));
        }
        g_ptr_array_add(out, g_strdup_printf("-fgnuc-version=%d.%d.%d", version.parts[0],
                                             version.parts[1], version.parts[2]));
    }
    add_words(out, lacking);
    if (lacks_types(command, &version)) {
        add_words(out, types);
        g_ptr_array_add(out, g_strconcat("-D_Float128=", wide_type(command), NULL));
    }
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(out, FALSE);
}

/*
 * Finds out which sources to read as gcc does, and with which options.
 */
#include "commands/compilers/as_gcc.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "commands/compilers/gcc_answers.h"
#include "commands/compilers/project_files.h"
#include "commands/compilers/real_compiler.h"

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

/** What sources ask to know their compiler or its version, themselves or through macros of the
 *  system. */
static const char *const asking[] = {"__GNUC", "__GNUG__", "__VERSION__", "__has_",
                                     "__is_identifier"};

static bool has_one_of(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strstr(text, words[i])) {
            return true;
        }
    }
    return false;
}

static bool visit_text(void *user, const char *path, const char *text)
{
    bool *asked = user;
    (void)path;
    *asked = has_one_of(text, only_clang, G_N_ELEMENTS(only_clang)) ||
             has_one_of(text, asking, G_N_ELEMENTS(asking));
    return !*asked;
}

bool as_gcc_asked(const struct compile_command *command)
{
    bool asked = false;
    return !project_files_visit(command, visit_text, &asked) || asked;
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
    return g_ascii_isdigit(*text) ? (int)g_ascii_strtoull(text, NULL, 10) : 0;
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

/** What the compiler said of one of its names, or says now; NULL: it was not asked. */
static const char *said_of(const struct compile_command *command, const char *name)
{
    char **said = command->compiler ? command->compiler->names : NULL;
    for (size_t length = strlen(name); said && *said; said++) {
        if (g_str_has_prefix(*said, name) && (*said)[length] == '=') {
            return *said + length + 1;
        }
    }
    return gcc_answers_value(command, name);
}

static struct version read_version(const struct compile_command *command)
{
    static const char *const names[] = {"__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__"};
    struct version version = {0};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *said = said_of(command, names[i]);
        version.parts[i] = said ? version_at(said) : 0;
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
    static const char *const lacking[] = {"-D__cgcollect__=1",
                                          "-D__malloc__(...)=__malloc__",
                                          "-D__builtin_va_arg_pack()=0",
                                          "-D__builtin_va_arg_pack_len()=1",
                                          "-D__builtin_has_attribute(...)=0",
                                          "-D__builtin_speculation_safe_value(x,...)=(x)",
                                          "-D__builtin_shuffle(x,...)=(x)",
                                          NULL};
    static const char *const lacking_in_cplusplus[] = {"-D__constinit=", NULL};
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
    if (commands_is_cplusplus(command)) {
        add_words(out, lacking_in_cplusplus);
    }
    if (lacks_types(command, &version)) {
        add_words(out, types);
        g_ptr_array_add(out, g_strconcat("-D_Float128=", wide_type(command), NULL));
    }
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(out, FALSE);
}

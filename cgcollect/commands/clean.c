/*
 * Turns a compile's command line into one for libclang, or for the clang driver that makes bitcode.
 */
#include "commands/inputs.h"

#include <glob.h>
#include <string.h>

#include "text/paths.h"

/* Which options are dropped, and which take the next argument as operand. */

/** Dropped when they are the whole argument. */
static const char *const dropped[] = {
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-MD",
    "-MMD",
    "-MP",
    "-MG",
    "-MV",
    "-Werror",
    "-pedantic-errors",
    "--compile",
    "-save-temps",
    "-pipe",
    "--coverage",
    "-fopenmp",
    "-fopenmp-simd",
    "-fprofile-generate",
    "-emit-llvm",
    "-fsyntax-only",
    "-fstack-usage",
    "-fcallgraph-info",
    "-fembed-bitcode",
    "-gsplit-dwarf",
    NULL,
};

/** Dropped when the argument begins with them. */
static const char *const dropped_prefixes[] = {
    "-Werror=",
    "-fplugin",
    "-fopenmp=",
    "-fopenmp-targets",
    "-flto",
    "-save-temps=",
    "-fdump-",
    "-fprofile-",
    "-fauto-profile",
    "-Wp,-M",
    "-Wa,",
    "-Wl,",
    "-specs=",
    "--specs=",
    "-fcallgraph-info=",
    "-fpass-plugin",
    "-dM",
    "-dD",
    "-dump",
    "-wrapper",
    "-fmodule-mapper",
    "-fmodules-ts",
    "-fdeps-",
    "--serialize-diagnostics=",
    NULL,
};

static bool is_one_of(const char *argument, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(argument, *list) == 0) {
            return true;
        }
    }
    return false;
}

static bool begins_like(const char *argument, const char *const *list)
{
    for (; *list; list++) {
        if (g_str_has_prefix(argument, *list)) {
            return true;
        }
    }
    return false;
}

/** Programs that run the compiler named after them. */
static bool is_launcher(const char *program)
{
    static const char *const launchers[] = {"ccache",     "sccache", "distcc", "icecc", "icerun",
                                            "buildcache", "env",     "nice",   "time",  NULL};
    const char *slash = strrchr(program, '/');
    return is_one_of(slash ? slash + 1 : program, launchers);
}

static char **skip_launchers(char **argv)
{
    char **at = argv;
    while (*at && is_launcher(*at)) {
        at++;
        while (*at && ((*at)[0] == '-' || strchr(*at, '='))) {
            at++;
        }
    }
    return *at ? at : argv;
}

/** A cross compiler's name has its target, as in "aarch64-linux-gnu-gcc-12". */
static char *target_of(const char *program)
{
    const char *slash = strrchr(program, '/');
    const char *base = slash ? slash + 1 : program;
    static const char *const compilers[] = {"-gcc", "-g++", "-cc", "-c++", "-clang"};
    for (size_t i = 0; i < G_N_ELEMENTS(compilers); i++) {
        const char *found = g_strrstr(base, compilers[i]);
        char *triple = found ? g_strndup(base, found - base) : NULL;
        if (triple && strchr(triple, '-')) {
            char *target = g_strconcat("--target=", triple, NULL);
            g_free(triple);
            return target;
        }
        g_free(triple);
    }
    return NULL;
}

/** A command line being cleaned. */
struct cleaning {
    const struct compile_command *command;
    GPtrArray *out;
    bool has_input;
    bool has_resources;
    bool has_target;
    bool has_openmp;
    bool for_ir;            /**< for the clang driver, else for libclang */
    const char *optimising; /**< the last -O option, or NULL */
};

static void keep(struct cleaning *c, const char *argument)
{
    g_ptr_array_add(c->out, g_strdup(argument));
}

static void note(struct cleaning *c, const char *argument)
{
    c->has_resources = c->has_resources || g_str_has_prefix(argument, "-resource-dir");
    c->has_target =
        c->has_target || g_str_has_prefix(argument, "--target") || strcmp(argument, "-target") == 0;
    c->optimising = g_str_has_prefix(argument, "-O") ? argument : c->optimising;
    c->has_openmp = c->has_openmp || strcmp(argument, "-fopenmp") == 0 ||
                    g_str_has_prefix(argument, "-fopenmp=");
}

/** Keep the source of this command; other inputs belong to other entries or to the linker. */
static void keep_input(struct cleaning *c, const char *argument)
{
    char *path = path_absolute(c->command->directory, argument);
    if (!c->has_input && strcmp(path, c->command->file) == 0) {
        c->has_input = true;
        keep(c, argument);
    }
    g_free(path);
}

static bool loads_plugin(const char *operand)
{
    return operand && (strcmp(operand, "-load") == 0 || g_str_has_prefix(operand, "-plugin") ||
                       strcmp(operand, "-add-plugin") == 0);
}

/** Options that replace virtual calls by other code; the types of plain ones are needed. */
static bool hides_virtual_calls(const char *argument)
{
    return strcmp(argument, "-fvirtual-function-elimination") == 0 ||
           strcmp(argument, "-fexperimental-relative-c++-abi-vtables") == 0 ||
           g_str_has_prefix(argument, "-fsanitize=cfi");
}

/** Handle the argument at argv. @return how many arguments it took. */
static size_t clean_one(struct cleaning *c, char **argv)
{
    const char *argument = argv[0];
    note(c, argument);
    if (argument[0] != '-' || !argument[1]) {
        keep_input(c, argument);
        return 1;
    }
    enum operand operand = commands_operand(argument);
    if (operand == OPERAND_OF_WRITING) {
        return argv[1] ? 2 : 1;
    }
    if (strcmp(argument, "-Xclang") == 0 && loads_plugin(argv[1])) {
        bool has_operand = argv[2] && strcmp(argv[2], "-Xclang") == 0 && argv[3];
        return has_operand ? 4 : 2;
    }
    if (operand == OPERAND_OF_READING && argv[1]) {
        keep(c, argument);
        keep(c, argv[1]);
        return 2;
    }
    bool joined_output = argument[1] == 'o' && strncmp(argument, "-objc", 5) != 0;
    bool joined_library = argument[1] == 'l' || argument[1] == 'L';
    if (!joined_output && !joined_library && strcmp(argument, "--") != 0 &&
        !(c->for_ir && hides_virtual_calls(argument)) && !is_one_of(argument, dropped) &&
        !begins_like(argument, dropped_prefixes)) {
        keep(c, argument);
    }
    return 1;
}

/** Clang's omp.h need not be installed; gcc's will do, except for an attribute whose arguments only
 *  gcc accepts. */
static void add_openmp_headers(struct cleaning *c)
{
    glob_t found;
    if (glob("/usr/lib*/gcc/*/*/include/omp.h", 0, NULL, &found) == 0) {
        char *directory = g_path_get_dirname(found.gl_pathv[found.gl_pathc - 1]);
        g_ptr_array_insert(c->out, 1, directory);
        g_ptr_array_insert(c->out, 1, g_strdup("-idirafter"));
        g_ptr_array_insert(c->out, 1, g_strdup("-D__malloc__(...)=__malloc__"));
    }
    globfree(&found);
}

/** Clang must accept what gcc only warns about; warnings do not matter here. */
static void add_own(struct cleaning *c, const char *resource_dir, const char *program)
{
    static const char *const own[] = {
        "-w",
        "-Wno-error=implicit-function-declaration",
        "-Wno-error=implicit-int",
        "-Wno-error=int-conversion",
        "-Wno-error=incompatible-function-pointer-types",
        "-Wno-error=incompatible-pointer-types",
        "-Wno-error=return-mismatch",
        "-Wno-error=return-type",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
        g_ptr_array_insert(c->out, 1, g_strdup(own[i]));
    }
    if (resource_dir && !c->has_resources) {
        g_ptr_array_insert(c->out, 1, g_strdup(resource_dir));
        g_ptr_array_insert(c->out, 1, g_strdup("-resource-dir"));
    }
    char *target = c->has_target ? NULL : target_of(program);
    if (target) {
        g_ptr_array_insert(c->out, 1, target);
    }
    if (c->has_openmp) {
        /* Under -fopenmp libclang does not show bodies of parallel regions. */
        g_ptr_array_insert(c->out, 1, g_strdup(c->for_ir ? "-fopenmp=libomp" : "-D_OPENMP=202011"));
        add_openmp_headers(c);
    }
}

/** Makes the compiler report all it knows without changing the code. Not -femit-all-decls: it emits
 *  functions in another order, which changes what is found not to throw, and with it the calls of
 *  handlers, and the numbers in the names of lambdas and initialisers. */
static void add_ir_options(struct cleaning *c)
{
    static const char *const options[] = {
        "-c",
        "-emit-llvm",
        "-o",
        "/proc/self/fd/3", /* see ir_compile */
        "-O0",
        "-Xclang",
        "-disable-llvm-passes",
        "-Xclang",
        "-disable-llvm-verifier",
        "-gline-tables-only",
        "-fno-builtin",
        "-flto=full",
        "-fwhole-program-vtables",
        "-fno-crash-diagnostics",
        "-fno-color-diagnostics",
        "-fno-caret-diagnostics",
        "-Qunused-arguments",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        keep(c, options[i]);
    }
    if (commands_is_cplusplus(c->command)) {
        keep(c, "-Xclang");
        keep(c, "-fdump-record-layouts-simple");
    }
    if (g_str_has_suffix(c->command->file, ".cu")) {
        keep(c, "--cuda-host-only");
    }
    /* Keeps what headers do under optimisation, as libclang sees it. */
    if (c->optimising && strcmp(c->optimising, "-O0") != 0) {
        keep(c, "-D__OPTIMIZE__=1");
        keep(c, "-U__NO_INLINE__");
        if (c->optimising[2] == 's' || c->optimising[2] == 'z') {
            keep(c, "-D__OPTIMIZE_SIZE__=1");
        }
    }
}

static bool is_cplusplus_driver(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strstr(slash ? slash + 1 : program, "++") != NULL;
}

static bool is_cplusplus_file(const char *file)
{
    static const char *const endings[] = {".cc", ".cp",   ".cpp", ".cxx", ".c++",
                                          ".C",  ".CPP",  ".hpp", ".hxx", ".hh",
                                          ".ii", ".cppm", ".ixx", ".mm",  ".cu"};
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(file, endings[i])) {
            return true;
        }
    }
    return false;
}

/** The language that the last -x sets, with or without -Xclang; NULL if there is none. */
static const char *stated_language(char **argv)
{
    const char *language = NULL;
    for (char **a = argv; *a; a++) {
        if (strcmp(*a, "-x") == 0 && a[1]) {
            language = a[1];
        } else if (g_str_has_prefix(*a, "-x")) {
            language = *a + 2;
        }
    }
    return language;
}

bool commands_is_cplusplus(const struct compile_command *command)
{
    char **argv = skip_launchers(command->argv);
    const char *language = stated_language(argv + 1);
    return language ? strstr(language, "c++") != NULL
                    : is_cplusplus_driver(argv[0]) || is_cplusplus_file(command->file);
}

bool commands_is_instrumented(const struct compile_command *command)
{
    for (char **a = command->argv; *a; a++) {
        if (g_str_has_prefix(*a, "-finstrument-function")) {
            return true;
        }
    }
    return false;
}

bool commands_makes_header(const struct compile_command *command)
{
    char **argv = skip_launchers(command->argv);
    const char *language = stated_language(argv + 1);
    bool makes = language && g_str_has_suffix(language, "-header");
    for (char **a = argv + 1; *a; a++) {
        makes = makes || strcmp(*a, "-emit-pch") == 0;
    }
    return makes;
}

/** Clean a command line.
 *  @param compiler instead of the command's, or NULL */
static char **clean(struct cleaning *c, const char *resource_dir, const char *compiler)
{
    char **argv = skip_launchers(c->command->argv);
    const char *program = argv[0];
    c->out = g_ptr_array_new();
    keep(c, compiler ? compiler : program);
    for (argv++; *argv;) {
        argv += clean_one(c, argv);
    }
    if (!c->has_input) {
        keep(c, c->command->file);
    }
    add_own(c, resource_dir, program);
    if (c->for_ir) {
        add_ir_options(c);
        if (is_cplusplus_driver(program)) {
            g_ptr_array_insert(c->out, 1, g_strdup("--driver-mode=g++"));
        }
    }
    g_ptr_array_add(c->out, NULL);
    return (char **)g_ptr_array_free(c->out, FALSE);
}

char **commands_clean(const struct compile_command *command, const char *resource_dir)
{
    struct cleaning c = {.command = command};
    return clean(&c, resource_dir, NULL);
}

char **commands_for_ir(const struct compile_command *command, const char *clang)
{
    struct cleaning c = {.command = command, .for_ir = true};
    return clean(&c, NULL, clang);
}

bool commands_is_assembler(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot && (strcmp(dot, ".s") == 0 || strcmp(dot, ".S") == 0 || strcmp(dot, ".asm") == 0 ||
                   strcmp(dot, ".sx") == 0);
}

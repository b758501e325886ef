/*
 * Turns a compile's command line into one for libclang, or for the clang driver that makes bitcode
 * or assembles.
 */
#include "commands/cleaning/clean.h"

#include <string.h>

#include "commands/allowed.h"
#include "commands/cleaning/gnu_macros.h"
#include "commands/cleaning/linkage_names.h"
#include "commands/cleaning/precompiled.h"
#include "commands/compilers/as_gcc.h"
#include "commands/compilers/gcc_answers.h"
#include "commands/compilers/gcc_headers.h"
#include "commands/compilers/real_compiler.h"
#include "ir/ir.h"
#include "text/lexical_paths.h"

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

/** The prefix under which a cross compiler is installed and has its headers, to release with
 * g_free; NULL if that is not known. */
static char *toolchain_of(const struct compile_command *command, const char *program,
                          const char *target)
{
    if (!target || !strchr(program, '/')) {
        return NULL;
    }
    char *path = path_absolute(command->directory, program);
    char *bin = g_path_get_dirname(path);
    char *prefix = g_path_get_dirname(bin);
    char *libraries = g_build_filename(prefix, "lib", "gcc", target + strlen("--target="), NULL);
    if (!g_file_test(libraries, G_FILE_TEST_IS_DIR)) {
        g_clear_pointer(&prefix, g_free);
    }
    g_free(libraries);
    g_free(bin);
    g_free(path);
    return prefix;
}

/** A command line being cleaned. */
struct cleaning {
    const struct compile_command *command;
    GPtrArray *out;
    bool has_input;
    bool has_resources;
    bool has_target;
    bool has_toolchain;
    bool has_openmp;
    bool preprocessed; /**< the source is: macros of the command have been expanded */
    bool for_ir;       /**< for the clang driver, else for libclang */
    bool assembles;    /**< for the clang driver, to make an object of assembler */
    bool optimises;    /**< the last -O option does */
    bool for_size;     /**< it is -Os or -Oz */
};

static void keep_argument(struct cleaning *c, const char *argument)
{
    g_ptr_array_add(c->out, g_strdup(argument));
}

static void note_argument(struct cleaning *c, const char *argument)
{
    c->has_resources = c->has_resources || g_str_has_prefix(argument, "-resource-dir");
    c->has_target =
        c->has_target || g_str_has_prefix(argument, "--target") || strcmp(argument, "-target") == 0;
    c->has_toolchain = c->has_toolchain || strcmp(argument, "-gcc-toolchain") == 0 ||
                       g_str_has_prefix(argument, "--gcc-toolchain") ||
                       g_str_has_prefix(argument, "--gcc-install-dir");
    if (g_str_has_prefix(argument, "-O")) {
        c->optimises = strcmp(argument, "-O0") != 0;
        c->for_size = argument[2] == 's' || argument[2] == 'z';
    }
}

/** @param arguments ended by NULL */
static void keep_all(struct cleaning *c, const char *const *arguments)
{
    for (; *arguments; arguments++) {
        keep_argument(c, *arguments);
    }
}

/** Keep the source of this command; other inputs belong to other entries or to the linker. */
static void keep_input(struct cleaning *c, const char *argument)
{
    char *path = path_absolute(c->command->directory, argument);
    if (!c->has_input && strcmp(path, c->command->file) == 0) {
        c->has_input = true;
        keep_argument(c, argument);
    }
    g_free(path);
}

/** Options that replace virtual calls by other code; the types of plain ones are needed. */
static bool hides_virtual_calls(const char *argument)
{
    return strcmp(argument, "-fvirtual-function-elimination") == 0 ||
           strcmp(argument, "-fexperimental-relative-c++-abi-vtables") == 0 ||
           g_str_has_prefix(argument, "-fsanitize=cfi");
}

/** Keep a word of an option. Under -fopenmp libclang does not show bodies of parallel regions. */
static void keep_option(struct cleaning *c, const char *word)
{
    note_argument(c, word);
    if (strcmp(word, "-fopenmp") == 0) {
        c->has_openmp = true;
    } else if (!c->for_ir || !hides_virtual_calls(word)) {
        keep_argument(c, word);
    }
}

static bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1];
}

/** Whether an option concerns macros, files that are included, or the language. */
static bool is_for_preprocessing(const char *word)
{
    static const char *const options[] = {"-D", "-U", "-include", "-imacros", "-x"};
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        is = is || g_str_has_prefix(word, options[i]);
    }
    return is;
}

/** What gcc reads from a precompiled header, clang reads from its source. @param option its words
 */
static void name_source_of_header(const struct cleaning *c, GPtrArray *option)
{
    bool includes = option->len == 2 && strcmp(option->pdata[0], "-include") == 0;
    char *source = includes ? precompiled_source(c->command, option->pdata[1]) : NULL;
    if (source) {
        g_free(option->pdata[1]);
        option->pdata[1] = source;
    }
}

/** Directories before -I-, which only gcc knows, are for headers in quotes.
 *  @param option its words */
static void split_directories(char **argv, GPtrArray *option)
{
    char *word = option->len > 0 ? option->pdata[0] : NULL;
    bool before = false;
    for (char **other = argv; word && *other; other++) {
        before = before || strcmp(*other, "-I-") == 0;
    }
    if (!before || !g_str_has_prefix(word, "-I")) {
        return;
    }
    if (strcmp(word, "-I-") == 0) {
        g_ptr_array_set_size(option, 0);
    } else if (word[2]) {
        g_ptr_array_add(option, g_strdup(word + 2));
    }
    if (option->len > 0) {
        g_free(word);
        option->pdata[0] = g_strdup("-iquote");
    }
}

/** Handle the argument at argv. @return how many arguments it took. */
static size_t clean_one(struct cleaning *c, char **argv)
{
    if (!is_option(argv[0])) {
        keep_input(c, argv[0]);
        return 1;
    }
    GPtrArray *used = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *refused = g_ptr_array_new_with_free_func(g_free);
    size_t taken = commands_read_option(argv, used, refused);
    name_source_of_header(c, used);
    split_directories(argv, used);
    bool done = c->preprocessed && used->len > 0 && is_for_preprocessing(used->pdata[0]);
    for (guint i = 0; i < used->len && !done; i++) {
        keep_option(c, g_ptr_array_index(used, i));
    }
    g_ptr_array_unref(used);
    g_ptr_array_unref(refused);
    return taken;
}

/** The name of a cross compiler has the target, and its place the headers. */
static void add_guess(struct cleaning *c, const char *program)
{
    char *target = c->has_target ? NULL : target_of(program);
    char *toolchain = c->has_toolchain ? NULL : toolchain_of(c->command, program, target);
    if (toolchain) {
        g_ptr_array_insert(c->out, 1, g_strconcat("--gcc-toolchain=", toolchain, NULL));
        g_free(toolchain);
    }
    if (target) {
        g_ptr_array_insert(c->out, 1, target);
    }
}

/** What the real compiler says: macros and target before the command's own options, directories
 *  behind them. */
static void add_answer(struct cleaning *c, const struct real_compiler *compiler)
{
    for (char **word = compiler->behind; *word; word++) {
        keep_argument(c, *word);
    }
    for (guint i = g_strv_length(compiler->before); i > 0; i--) {
        g_ptr_array_insert(c->out, 1, g_strdup(compiler->before[i - 1]));
    }
    if (compiler->target && !c->has_target) {
        g_ptr_array_insert(c->out, 1, g_strconcat("--target=", compiler->target, NULL));
    }
}

/** Before the command's own options, which may undefine them. */
static void add_gnu_macros(struct cleaning *c)
{
    GPtrArray *definitions = g_ptr_array_new();
    commands_add_gnu_macros(c->command, definitions);
    for (guint i = 0; i < definitions->len; i++) {
        g_ptr_array_insert(c->out, 1, definitions->pdata[i]);
    }
    g_ptr_array_unref(definitions);
}

/** Before the command's own options. @param words consumed */
static void add_words(struct cleaning *c, char **words)
{
    for (guint i = g_strv_length(words); i > 0; i--) {
        g_ptr_array_insert(c->out, 1, words[i - 1]);
    }
    g_free(words);
}

/** Clang must read no file of options that is named after a target, whose options nobody checks. */
static void add_own(struct cleaning *c, const char *resource_dir, const char *program)
{
    g_ptr_array_insert(c->out, 1, g_strdup("--no-default-config"));
    if (resource_dir && !c->has_resources) {
        g_ptr_array_insert(c->out, 1, g_strdup(resource_dir));
        g_ptr_array_insert(c->out, 1, g_strdup("-resource-dir"));
    }
    if (names_lack_constraints(c->command)) {
        /* Names as clang gives them before 18; the oldest clang that is supported knows no more. */
        g_ptr_array_insert(c->out, 1, g_strdup("-fclang-abi-compat=16"));
    }
    add_gnu_macros(c);
    if (c->command->as_gcc || c->preprocessed) {
        add_words(c, as_gcc_options(c->command));
    }
    if (c->command->late_templates) {
        g_ptr_array_insert(c->out, 1, g_strdup("-fdelayed-template-parsing"));
    }
    if (c->command->as_gcc) {
        add_words(c, gcc_answers_words(c->command));
    }
    if (c->preprocessed) {
        /* As if it were not: else there are no macros for what clang lacks. */
        g_ptr_array_insert(c->out, 1, g_strdup(commands_is_cplusplus(c->command) ? "c++" : "c"));
        g_ptr_array_insert(c->out, 1, g_strdup("-x"));
    }
    if (c->command->compiler) {
        add_answer(c, c->command->compiler);
    } else {
        add_guess(c, program);
    }
    if (c->has_openmp) {
        /* Under -fopenmp libclang does not show bodies of parallel regions. */
        g_ptr_array_insert(c->out, 1, g_strdup(c->for_ir ? "-fopenmp=libomp" : "-D_OPENMP=202011"));
    }
}

/** Clang must accept what gcc only warns about, such as `register` in C++17 or numbers that an
 * initialiser narrows: -Wno-everything also covers warnings that are errors by default. It comes
 * after the command's own options, which may make errors of warnings. Pragmas of the source can
 * enable warnings again, which -w leaves out. */
static void accept_warnings(struct cleaning *c)
{
    keep_argument(c, "-w");
    keep_argument(c, "-Wno-everything");
}

static bool is_objective_c(const struct compile_command *command)
{
    const char *language = commands_language(command);
    return language && g_str_has_prefix(language, "objective-c");
}

/** CUDA and HIP: code for the device is compiled apart, by other programs too. */
static bool has_device_code(const struct compile_command *command)
{
    const char *language = commands_language(command);
    return g_str_has_suffix(command->file, ".cu") || g_str_has_suffix(command->file, ".hip") ||
           (language && (strcmp(language, "cuda") == 0 || strcmp(language, "hip") == 0));
}

/** Keeps what headers do under optimisation, as libclang sees it. Bodies that are there to be
 *  inlined and nothing else, such as those in glibc's headers, are not emitted at -O0: in C++ they
 *  are like any inline function without the attribute. In C they would be external definitions. */
static void add_optimisation(struct cleaning *c)
{
    keep_argument(c, "-D__OPTIMIZE__=1");
    keep_argument(c, "-U__NO_INLINE__");
    if (c->for_size) {
        keep_argument(c, "-D__OPTIMIZE_SIZE__=1");
    }
    if (commands_is_cplusplus(c->command)) {
        keep_argument(c, "-D__gnu_inline__=__unused__");
    }
}

/** Makes an object that says which lines its instructions are from. */
static void add_assembler_options(struct cleaning *c)
{
    static const char *const options[] = {
        "-c",
        "-o",
        IR_OUTPUT,
        "-g",
        "-fno-crash-diagnostics",
        "-fno-color-diagnostics",
        "-Qunused-arguments",
        NULL,
    };
    keep_all(c, options);
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
        IR_OUTPUT,
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
        NULL,
    };
    keep_all(c, options);
    if (commands_is_cplusplus(c->command)) {
        static const char *const cplusplus[] = {
            "-Xclang", "-fdump-record-layouts-simple", "-Xclang", "-fsanitize=cfi-icall",
            "-Xclang", "-fsanitize-trap=cfi-icall",    NULL,
        };
        keep_all(c, cplusplus);
    }
    if (has_device_code(c->command)) {
        keep_argument(c, "--cuda-host-only");
    }
    if (c->optimises) {
        add_optimisation(c);
    }
}

/** Clean a command line.
 *  @param clang what to run instead of the command's compiler */
static char **clean(struct cleaning *c, const char *resource_dir, const char *clang)
{
    char **argv = commands_compiler(c->command);
    const char *program = argv[0];
    c->out = g_ptr_array_new();
    c->preprocessed =
        !c->assembles && as_gcc_is_preprocessed(c->command) && !is_objective_c(c->command);
    keep_argument(c, clang);
    for (argv++; *argv;) {
        argv += clean_one(c, argv);
    }
    if (!c->has_input) {
        keep_argument(c, c->command->file);
    }
    add_own(c, resource_dir, program);
    gcc_headers_add(c->out, c->command);
    accept_warnings(c);
    if (c->assembles) {
        add_assembler_options(c);
    } else if (c->for_ir) {
        add_ir_options(c);
    }
    if (commands_is_cplusplus_driver(program)) {
        g_ptr_array_insert(c->out, 1, g_strdup("--driver-mode=g++"));
    }
    g_ptr_array_add(c->out, NULL);
    return (char **)g_ptr_array_free(c->out, FALSE);
}

/* Clang reads configuration files beside the program that it is called by, and drives by its name.
 * So a command line never gives the program. */
#define OWN_CLANG CGCOLLECT_LLVM_PREFIX "/bin/clang"

char **commands_clean(const struct compile_command *command, const char *resource_dir)
{
    struct cleaning c = {.command = command};
    return clean(&c, resource_dir, OWN_CLANG);
}

char **commands_for_ir(const struct compile_command *command, const char *clang)
{
    struct cleaning c = {.command = command, .for_ir = true};
    return clean(&c, NULL, clang);
}

char **commands_for_assembling(const struct compile_command *command, const char *clang)
{
    struct cleaning c = {.command = command, .for_ir = true, .assembles = true};
    return clean(&c, NULL, clang);
}

GPtrArray *commands_refused(const struct compile_command *command)
{
    GPtrArray *used = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *refused = g_ptr_array_new_with_free_func(g_free);
    for (char **argv = commands_compiler(command) + 1; *argv;) {
        argv += is_option(argv[0]) ? commands_read_option(argv, used, refused) : 1;
    }
    g_ptr_array_unref(used);
    return refused;
}

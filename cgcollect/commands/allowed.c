/*
 * The options that collecting passes to libclang and to the clang driver, which makes IR. All
 * others are left out: clang has options that load code, write files and run programs, and later
 * versions have more of them.
 */
#include "commands/allowed.h"

#include <string.h>

#include "commands/inputs.h"

/** How an option takes its operand. */
enum form {
    APART = 1,  /**< -D NAME */
    JOINED = 2, /**< -DNAME */
    EQUALS = 4, /**< --sysroot=DIR */
    SIGNED = 8, /**< the operand may begin with a minus */
};

struct known {
    const char *name;
    unsigned forms;
};

/** Options with an operand that the driver takes. */
static const struct known with_operand[] = {
    {"-D", APART | JOINED},
    {"-F", APART | JOINED},
    {"-I", APART | JOINED},
    {"-U", APART | JOINED},
    {"-arch", APART},
    {"-cxx-isystem", APART | JOINED},
    {"-darwin-target-variant", APART},
    {"-gcc-toolchain", APART},
    {"-idirafter", APART | JOINED},
    {"-iframework", APART | JOINED},
    {"-iframeworkwithsysroot", APART | JOINED},
    {"-imacros", APART | JOINED},
    {"-imultiarch", APART},
    {"-imultilib", APART},
    {"-include", APART | JOINED},
    {"-include-pch", APART},
    {"-iprefix", APART | JOINED},
    {"-iquote", APART | JOINED},
    {"-isysroot", APART | JOINED},
    {"-isystem", APART | JOINED},
    {"-isystem-after", APART | JOINED},
    {"-ivfsoverlay", APART | JOINED},
    {"-iwithprefix", APART | JOINED},
    {"-iwithprefixbefore", APART | JOINED},
    {"-iwithsysroot", APART | JOINED},
    {"-mthread-model", APART},
    {"-resource-dir", APART | EQUALS},
    {"-std", EQUALS},
    {"-stdlib", EQUALS},
    {"-stdlib++-isystem", APART | JOINED},
    {"-target", APART},
    {"-vfsoverlay", APART},
    {"-working-directory", APART | EQUALS},
    {"-x", APART | JOINED},
    {"--cuda-path", EQUALS},
    {"--define-macro", APART | EQUALS},
    {"--gcc-install-dir", EQUALS},
    {"--gcc-toolchain", EQUALS},
    {"--gcc-triple", EQUALS},
    {"--imacros", APART | EQUALS},
    {"--include", APART | EQUALS},
    {"--include-directory", APART | EQUALS},
    {"--include-directory-after", APART | EQUALS},
    {"--include-prefix", APART | EQUALS},
    {"--include-with-prefix", APART | EQUALS},
    {"--include-with-prefix-after", APART | EQUALS},
    {"--include-with-prefix-before", APART | EQUALS},
    {"--language", APART | EQUALS},
    {"--std", APART | EQUALS},
    {"--stdlib", EQUALS},
    {"--sysroot", APART | EQUALS},
    {"--target", EQUALS},
    {"--undefine-macro", APART | EQUALS},
    {NULL, 0},
};

/** Those that clang itself takes behind -Xclang. */
static const struct known behind_xclang[] = {
    {"-D", APART | JOINED},
    {"-I", APART | JOINED},
    {"-U", APART | JOINED},
    {"-c-isystem", APART},
    {"-cxx-isystem", APART},
    {"-idirafter", APART},
    {"-include", APART},
    {"-include-pch", APART},
    {"-internal-externc-isystem", APART},
    {"-internal-isystem", APART},
    {"-iquote", APART},
    {"-isystem", APART},
    {"-std", EQUALS},
    {"-target-abi", APART},
    {"-target-cpu", APART},
    {"-target-feature", APART | SIGNED},
    {NULL, 0},
};

/** Those that the preprocessor takes behind -Wp, and -Xpreprocessor. */
static const struct known behind_preprocessor[] = {
    {"-D", APART | JOINED},
    {"-I", APART | JOINED},
    {"-U", APART | JOINED},
    {NULL, 0},
};

/** Languages of -x that clang compiles itself, without another program. */
static const char *const languages[] = {
    "assembler",
    "assembler-with-cpp",
    "c",
    "c++",
    "c++-cpp-output",
    "c++-header",
    "c++-module",
    "c-header",
    "cpp-output",
    "cuda",
    "hip",
    "none",
    "objective-c",
    "objective-c++",
    "objective-c++-cpp-output",
    "objective-c-cpp-output",
    NULL,
};

/** Options without operand. */
static const char *const plain[] = {
    "-ObjC",
    "-ObjC++",
    "-ansi",
    "-fopenmp",
    "-no-pie",
    "-nobuiltininc",
    "-nocudainc",
    "-nogpuinc",
    "-nogpulib",
    "-nopie",
    "-nostdinc",
    "-nostdinc++",
    "-nostdlibinc",
    "-pedantic",
    "-pg",
    "-pie",
    "-pthread",
    "-pthreads",
    "-static",
    "-static-pie",
    "-traditional",
    "-traditional-cpp",
    "-trigraphs",
    "-undef",
    "-w",
    "--ansi",
    "--driver-mode=g++",
    "--driver-mode=gcc",
    "--no-standard-includes",
    "--pedantic",
    "--trigraphs",
    NULL,
};

/** What follows -f or -fno- in options that change the meaning of the source, or its code before
 *  optimisation. Any value may follow "="; a star at the end stands for any rest. */
static const char *const meanings[] = {
    "PIC",
    "PIE",
    "access-control",
    "aligned-*",
    "allow-half-arguments-and-returns",
    "altivec*",
    "apple-*",
    "application-extension",
    "asm",
    "asm-blocks",
    "assume-*",
    "async-exceptions",
    "asynchronous-unwind-tables",
    "auto-import",
    "blocks",
    "borland-extensions",
    "bracket-depth",
    "builtin",
    "builtin-*",
    "c++-*",
    "cf-protection",
    "char8_t",
    "check-new",
    "clang-abi-compat",
    "common",
    "complete-member-pointers",
    "concepts*",
    "cond-mismatch",
    "const-strings",
    "constant-cfstrings",
    "constant-string-class",
    "constexpr-*",
    "convergent-functions",
    "coro-*",
    "coroutines*",
    "cuda-*",
    "cx-*",
    "cxx-exceptions",
    "declspec",
    "default-calling-conv",
    "define-target-os-macros",
    "delayed-template-parsing",
    "delete-null-pointer-checks",
    "digraphs",
    "disable-block-signature-string",
    "dollars-in-identifiers",
    "dwarf-exceptions",
    "elide-constructors",
    "emulated-tls",
    "enable-matrix",
    "enforce-eh-specs",
    "exceptions",
    "excess-precision",
    "exec-charset",
    "experimental-library",
    "experimental-new-constant-interpreter",
    "experimental-relative-c++-abi-vtables",
    "experimental-strict-floating-point",
    "ext-numeric-literals",
    "extended-identifiers",
    "fast-math",
    "file-prefix-map",
    "finite-math-only",
    "fixed-point",
    "for-scope",
    "force-enable-int128",
    "fp-*",
    "freestanding",
    "friend-injection",
    "gnu-*",
    "gnu89-inline",
    "gnuc-version",
    "gpu-*",
    "hip-*",
    "honor-*",
    "hosted",
    "ignore-exceptions",
    "implement-inlines",
    "implicit-inline-templates",
    "implicit-templates",
    "inline*",
    "input-charset",
    "instrument-function*",
    "keep-*",
    "knr-functions",
    "lax-vector-conversions",
    "leading-underscore",
    "macro-prefix-map",
    "math-errno",
    "max-tokens",
    "max-type-align",
    "module-file",
    "module-map-file",
    "module-name",
    "ms-*",
    "msc-version",
    "native-half-type",
    "nested-functions",
    "new-*",
    "next-runtime",
    "nonansi-builtins",
    "objc-*",
    "openmp-version",
    "operator-*",
    "pack-struct",
    "padding-on-unsigned-bitfield",
    "pascal-strings",
    "patchable-function-entry",
    "pcc-struct-return",
    "pch-*",
    "permissive",
    "pic",
    "pie",
    "plan9-extensions",
    "plt",
    "prebuilt-module-path",
    "preprocessed",
    "ptrauth-*",
    "randomize-layout-seed",
    "raw-string-literals",
    "reg-struct-return",
    "register-global-dtors-with-atexit",
    "relaxed-template-template-args",
    "rounding-math",
    "rtti",
    "rtti-data",
    "sanitize",
    "sanitize-*",
    "seh-exceptions",
    "semantic-interposition",
    "short-double",
    "short-enums",
    "short-wchar",
    "signaling-nans",
    "signed-bitfields",
    "signed-char",
    "signed-zeros",
    "single-precision-constant",
    "sized-deallocation",
    "sjlj-exceptions",
    "split-stack",
    "stack-check",
    "stack-protector*",
    "strict-aliasing",
    "strict-enums",
    "strict-flex-arrays",
    "strict-return",
    "strict-vtable-pointers",
    "strict-volatile-bitfields",
    "strong-eval-order",
    "template-depth*",
    "threadsafe-statics",
    "tls-model",
    "trap-function",
    "trapping-math",
    "trapv*",
    "trigraphs",
    "trivial-auto-var-init*",
    "unsafe-math-optimizations",
    "unsigned-bitfields",
    "unsigned-char",
    "unwind-tables",
    "use-cxa-*",
    "use-init-array",
    "use-line-directives",
    "validate-pch",
    "veclib",
    "virtual-function-elimination",
    "visibility*",
    "wasm-exceptions",
    "wchar-type",
    "whole-program-vtables",
    "wide-exec-charset",
    "wrapv*",
    "writable-strings",
    "xl-pragma-pack",
    "zero-call-used-regs",
    "zero-initialized-in-bss",
    "zvector",
    NULL,
};

/** Options, with stars, that change neither; they are left out without a word. With an operand of
 *  their own they are in option_operands.c. */
static const char *const needless[] = {
    "-###",
    "-C",
    "-CC",
    "-E",
    "-H",
    "-L*",
    "-M*",
    "-P",
    "-Q*",
    "-S",
    "-Wa,*",
    "-Werror",
    "-Werror=*",
    "-Wl,*",
    "-c",
    "-coverage",
    "-dA",
    "-dD",
    "-dI",
    "-dM",
    "-dU",
    "-dump*",
    "-emit-llvm",
    "-g*",
    "-l*",
    "-nodefaultlibs",
    "-nolibc",
    "-nostartfiles",
    "-nostdlib",
    "-nostdlib++",
    "-o*",
    "-p",
    "-pedantic-errors",
    "-pipe",
    "-r",
    "-rdynamic",
    "-rtlib=*",
    "-s",
    "-save-stats*",
    "-save-temps*",
    "-shared",
    "-shared-libgcc",
    "-specs=*",
    "-static-lib*",
    "-time",
    "-unwindlib=*",
    "-v",
    "--",
    "--compile",
    "--coverage",
    "--debug",
    "--output*",
    "--param=*",
    "--pedantic-errors",
    "--rtlib=*",
    "--serialize-diagnostics=*",
    "--specs=*",
    "--unwindlib=*",
    "--verbose",
    NULL,
};

/** What follows -f or -fno- in such options. */
static const char *const needless_features[] = {
    "addrsig",
    "aggressive-loop*",
    "align-*",
    "allow-store-data-races",
    "ansi-escape-codes",
    "associative-math",
    "auto-*",
    "bit-tests",
    "branch-*",
    "caller-saves",
    "callgraph-info*",
    "caret-diagnostics*",
    "checking*",
    "code-hoisting*",
    "color-diagnostics*",
    "combine-stack-adjustments",
    "compare-*",
    "conserve-stack",
    "coverage-*",
    "cprop*",
    "crash-diagnostics*",
    "crossjumping",
    "cse-*",
    "data-sections",
    "dce",
    "debug-*",
    "defer-pop",
    "delayed-branch",
    "deps-*",
    "devirtualize*",
    "diagnostics-*",
    "dse",
    "dump-*",
    "dwarf2-cfi-asm",
    "early-inlining",
    "eliminate-unused-debug-*",
    "embed-bitcode*",
    "error-limit",
    "expensive-optimizations",
    "fat-lto-objects",
    "float-store",
    "forward-propagate",
    "function-cse",
    "function-sections",
    "gcse*",
    "graphite*",
    "guess-branch-probability",
    "hoist-adjacent-loads",
    "ident",
    "if-conversion*",
    "indirect-inlining",
    "integrated-*",
    "ipa-*",
    "ira-*",
    "isolate-erroneous-paths-*",
    "ivopts",
    "jump-tables",
    "limit-debug-info",
    "live-*",
    "loop-*",
    "lra-*",
    "lto*",
    "macro-backtrace-limit",
    "mem-report*",
    "merge-*",
    "message-length",
    "module-mapper*",
    "modules-ts",
    "modulo-*",
    "move-loop-*",
    "omit-frame-pointer",
    "openmp-simd",
    "openmp-targets",
    "optimization-record*",
    "optimize-*",
    "partial-inlining",
    "peel-loops",
    "peephole*",
    "prefetch-loop-arrays",
    "profile*",
    "ree",
    "reciprocal-math",
    "record-gcc-switches",
    "rename-registers",
    "reorder-*",
    "rerun-*",
    "save-optimization-record*",
    "sched*",
    "section-anchors",
    "sel-sched*",
    "selective-scheduling*",
    "semantic-interposition-*",
    "show-*",
    "shrink-wrap*",
    "slp-vectorize",
    "spell-checking*",
    "split-*",
    "ssa-*",
    "stack-clash-protection",
    "stack-limit*",
    "stack-reuse",
    "stack-usage",
    "standalone-debug",
    "stdarg-opt",
    "store-merging",
    "strict-overflow*",
    "sync-libcalls",
    "syntax-only",
    "tabstop",
    "template-backtrace-limit",
    "test-coverage",
    "thread-jumps",
    "time-report*",
    "time-trace*",
    "toplevel-reorder",
    "track-macro-expansion",
    "tree*",
    "unique-*",
    "unit-at-a-time",
    "unroll*",
    "unswitch-loops",
    "use-ld",
    "use-linker-plugin",
    "var-tracking*",
    "vect-*",
    "vectorize",
    "verbose-asm",
    "version-loops-*",
    "web",
    "working-directory",
    "xray-*",
    NULL,
};

static bool is_like_one_of(const char *word, const char *const *patterns)
{
    for (; *patterns; patterns++) {
        size_t length = strcspn(*patterns, "*");
        if (strncmp(word, *patterns, length) == 0 &&
            ((*patterns)[length] == '*' || word[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/** The name of "-fNAME", "-fno-NAME" or "-fNAME=VALUE", to release with g_free; NULL for no -f. */
static char *feature_of(const char *word)
{
    if (!g_str_has_prefix(word, "-f")) {
        return NULL;
    }
    const char *name = word + (g_str_has_prefix(word, "-fno-") ? 5 : 2);
    return g_strndup(name, strcspn(name, "="));
}

static bool is_feature(const char *word, const char *const *names)
{
    char *feature = feature_of(word);
    bool is = feature && is_like_one_of(feature, names);
    g_free(feature);
    return is;
}

/** All of -W but what other programs get: clang loads and writes nothing for a warning. */
static bool is_warning(const char *word)
{
    return g_str_has_prefix(word, "-W") && !strpbrk(word, ",/") && !is_like_one_of(word, needless);
}

/** The name of an option of the processor: small letters, digits, minus and point. Options for
 * other parts of the compiler have names like that too, and most take a word as operand. */
static bool is_machine(const char *word)
{
    static const char *const others[] = {"-mllvm*", "-mmlir*", "-mlink-*", "-module*",
                                         "-meabi",  "-m",      NULL};
    if (!g_str_has_prefix(word, "-m") || is_like_one_of(word, others) || strchr(word, '/')) {
        return false;
    }
    size_t name = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-.");
    return word[name] == '\0' || word[name] == '=';
}

static bool is_optimisation(const char *word)
{
    return g_str_has_prefix(word, "-O") && strlen(word) <= strlen("-Ofast") && !strchr(word, '/');
}

static bool is_used_word(const char *word)
{
    return g_strv_contains(plain, word) || is_feature(word, meanings) || is_warning(word) ||
           is_machine(word) || is_optimisation(word);
}

/* Operands */

/** The longest name in a table that a word joins with its operand. */
static const struct known *find_joined(const struct known *table, const char *word)
{
    const struct known *found = NULL;
    for (; table->name; table++) {
        size_t length = strlen(table->name);
        if (strncmp(word, table->name, length) != 0 || (found && length < strlen(found->name))) {
            continue;
        }
        if ((table->forms & JOINED) || ((table->forms & EQUALS) && word[length] == '=')) {
            found = table;
        }
    }
    return found;
}

static const struct known *find_apart(const struct known *table, const char *word)
{
    for (; table->name; table++) {
        if ((table->forms & APART) && strcmp(table->name, word) == 0) {
            return table;
        }
    }
    return NULL;
}

bool commands_used_takes_operand(const char *option)
{
    return find_apart(with_operand, option) != NULL;
}

/** An operand that clang might take for an option, or a response file, is none. */
static bool is_operand(const struct known *known, const char *word)
{
    return word && word[0] != '@' && (word[0] != '-' || (known->forms & SIGNED));
}

static bool is_value(const struct known *known, const char *value)
{
    static const char *const names_of_target[] = {"-arch",    "-darwin-target-variant", "-target",
                                                  "--target", "--gcc-triple",           NULL};
    bool language = strcmp(known->name, "-x") == 0 || strcmp(known->name, "--language") == 0;
    if (language) {
        return g_strv_contains(languages, value);
    }
    /* Clang reads and runs files that are named after the target. */
    return !g_strv_contains(names_of_target, known->name) || !strchr(value, '/');
}

/** Take an option of a table. @return how many words it takes, 0 if it is not in the table or its
 *  operand is wrong */
static size_t take_known(const struct known *table, char **argv, GPtrArray *used)
{
    const struct known *known = find_apart(table, argv[0]);
    if (known) {
        if (!is_operand(known, argv[1]) || !is_value(known, argv[1])) {
            return 0;
        }
        g_ptr_array_add(used, g_strdup(argv[0]));
        g_ptr_array_add(used, g_strdup(argv[1]));
        return 2;
    }
    known = find_joined(table, argv[0]);
    const char *value = known ? argv[0] + strlen(known->name) : NULL;
    if (!known || !is_value(known, value + (*value == '=' && (known->forms & EQUALS)))) {
        return 0;
    }
    g_ptr_array_add(used, g_strdup(argv[0]));
    return 1;
}

/* What is behind -Xclang, -Xpreprocessor and -Wp, */

static bool is_openmp(const char *word)
{
    return strcmp(word, "-fopenmp") == 0 || g_str_has_prefix(word, "-fopenmp=");
}

/** Note that an option is refused, without the value that it may be joined with. */
static void note_refused(GPtrArray *refused, const char *through, const char *word)
{
    int length = (int)strcspn(word, "=");
    const char *between = g_str_has_suffix(through, ",") || !through[0] ? "" : " ";
    g_ptr_array_add(refused, g_strdup_printf("%s%s%.*s", through, between, length, word));
}

/** Operands of an option that is refused. */
static size_t skip_operands(char **argv)
{
    size_t length = 0;
    while (argv[length] && argv[length][0] != '-') {
        length++;
    }
    return length;
}

/** Takes one of the words behind an option that passes words on. @return how many it takes */
typedef size_t take_inner(char **argv, GPtrArray *used);

static size_t take_xclang(char **argv, GPtrArray *used)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    size_t taken = take_known(behind_xclang, argv, words);
    if (!taken && (is_feature(argv[0], meanings) || is_warning(argv[0]))) {
        g_ptr_array_add(words, g_strdup(argv[0]));
        taken = 1;
    }
    for (guint i = 0; i < words->len; i++) {
        g_ptr_array_add(used, g_strdup("-Xclang"));
        g_ptr_array_add(used, g_strdup(g_ptr_array_index(words, i)));
    }
    g_ptr_array_unref(words);
    return taken;
}

static size_t take_preprocessor(char **argv, GPtrArray *used)
{
    return take_known(behind_preprocessor, argv, used);
}

static void read_inner(const char *through, take_inner *take, char **argv, GPtrArray *used,
                       GPtrArray *refused)
{
    while (*argv) {
        size_t taken = 1;
        if (is_openmp(argv[0])) {
            g_ptr_array_add(used, g_strdup("-fopenmp"));
        } else if (!(taken = take(argv, used))) {
            taken = 1 + skip_operands(argv + 1);
            if (!g_str_has_prefix(argv[0], "-M")) { /* dependencies */
                note_refused(refused, through, argv[0]);
            }
        }
        argv += taken;
    }
}

/** Read the pairs "-Xclang WORD" at argv as one list of words: an operand is behind an -Xclang of
 *  its own. */
static size_t read_pairs(take_inner *take, char **argv, GPtrArray *used, GPtrArray *refused)
{
    GPtrArray *inner = g_ptr_array_new();
    size_t length = 0;
    while (argv[length] && strcmp(argv[length], argv[0]) == 0 && argv[length + 1]) {
        g_ptr_array_add(inner, argv[length + 1]);
        length += 2;
    }
    g_ptr_array_add(inner, NULL);
    read_inner(argv[0], take, (char **)inner->pdata, used, refused);
    g_ptr_array_free(inner, TRUE);
    return MAX(length, 1);
}

static size_t read_wp(const char *word, GPtrArray *used, GPtrArray *refused)
{
    char **inner = g_strsplit(word + strlen("-Wp,"), ",", -1);
    read_inner("-Wp,", take_preprocessor, inner, used, refused);
    g_strfreev(inner);
    return 1;
}

/* All */

/** Read an option that is not used. */
static size_t read_other(char **argv, GPtrArray *refused)
{
    bool has_operand = commands_takes_operand(argv[0]) && argv[1];
    bool language = strcmp(argv[0], "-x") == 0 && has_operand;
    if (language) {
        note_refused(refused, argv[0], argv[1]);
    } else if (!commands_operand_is_needless(argv[0]) && !is_like_one_of(argv[0], needless) &&
               !is_feature(argv[0], needless_features)) {
        note_refused(refused, "", argv[0]);
    }
    return has_operand ? 2 : 1;
}

size_t commands_read_option(char **argv, GPtrArray *used, GPtrArray *refused)
{
    if (strcmp(argv[0], "-Xclang") == 0) {
        return read_pairs(take_xclang, argv, used, refused);
    }
    if (strcmp(argv[0], "-Xpreprocessor") == 0) {
        return read_pairs(take_preprocessor, argv, used, refused);
    }
    if (g_str_has_prefix(argv[0], "-Wp,")) {
        return read_wp(argv[0], used, refused);
    }
    size_t taken = take_known(with_operand, argv, used);
    if (taken) {
        return taken;
    }
    if (!is_used_word(argv[0]) && !is_openmp(argv[0])) {
        return read_other(argv, refused);
    }
    g_ptr_array_add(used, g_strdup(is_openmp(argv[0]) ? "-fopenmp" : argv[0]));
    return 1;
}

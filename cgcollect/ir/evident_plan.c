/*
 * Knows command lines of the clang driver that only compile, without asking the driver, which takes
 * as long as compiling a small source. Only options are listed that mean the same in all versions
 * of clang and name no file to write. The driver is asked about all others.
 */
#include "ir/plan.h"

#include <glib.h>
#include <string.h>

/** Options that are one whole word, with their value if they have one. */
static const char *const whole[] = {
    "--driver-mode=g++",
    "-Qunused-arguments",
    "-ansi",
    "-emit-llvm",
    "-fPIC",
    "-fPIE",
    "-fcommon",
    "-fdata-sections",
    "-fexceptions",
    "-ffunction-sections",
    "-flto=full",
    "-fno-asynchronous-unwind-tables",
    "-fno-builtin",
    "-fno-caret-diagnostics",
    "-fno-color-diagnostics",
    "-fno-common",
    "-fno-crash-diagnostics",
    "-fno-exceptions",
    "-fno-math-errno",
    "-fno-omit-frame-pointer",
    "-fno-plt",
    "-fno-rtti",
    "-fno-strict-aliasing",
    "-fomit-frame-pointer",
    "-fpic",
    "-fpie",
    "-fsigned-char",
    "-fstack-protector",
    "-fstack-protector-all",
    "-fstack-protector-strong",
    "-fstrict-aliasing",
    "-funsigned-char",
    "-fvisibility-inlines-hidden",
    "-fvisibility=default",
    "-fvisibility=hidden",
    "-fwhole-program-vtables",
    "-fwrapv",
    "-gline-tables-only",
    "-m32",
    "-m64",
    "-nostdinc",
    "-nostdinc++",
    "-pedantic",
    "-pthread",
    "-undef",
    "-w",
    NULL,
};

/** Suffixes of sources that clang compiles by itself; those of CUDA need other programs. */
static const char *const sources[] = {".C", ".c", ".cc", ".cpp", ".cxx", ".i", ".ii", NULL};

/** Options whose operand is the rest of the word. */
static const char *const joined[] = {
    "-D",    "-I", "-U", "-fclang-abi-compat=", "-fgnuc-version=", "-march=", "-mtune=",
    "-std=", "-W", NULL,
};

/** Options whose operand is the next word. */
static const char *const apart[] = {"-D",      "-I",       "-U",           "-idirafter", "-include",
                                    "-iquote", "-isystem", "-ivfsoverlay", NULL};

/** What cgcollect itself passes behind -Xclang. */
static const char *const of_clang_itself[] = {
    "-disable-llvm-passes", "-disable-llvm-verifier",    "-fdump-record-layouts-simple",
    "-fsanitize=cfi-icall", "-fsanitize-trap=cfi-icall", NULL,
};

static bool is_joined(const char *word)
{
    for (const char *const *prefix = joined; *prefix; prefix++) {
        if (g_str_has_prefix(word, *prefix) && word[strlen(*prefix)]) {
            /* -Wp, -Wl and -Wa hand words to other programs. */
            return strcmp(*prefix, "-W") != 0 || !strchr(word, ',');
        }
    }
    return false;
}

static bool is_source(const char *word)
{
    const char *end = strrchr(word, '.');
    return word[0] != '-' && word[0] != '@' && end && g_strv_contains(sources, end);
}

/** -O, or -O and a level. */
static bool is_level(const char *word)
{
    return g_str_has_prefix(word, "-O") && (!word[2] || (strchr("0123s", word[2]) && !word[3]));
}

/** Clang reads an operand that begins with @ as a file of options, and finds some options wherever
 *  they are. */
static bool is_operand(const char *word)
{
    return word && word[0] != '-' && word[0] != '@';
}

/** What a command line must have. */
struct found {
    bool compiles;
    bool output;
    bool no_configuration; /**< files beside clang add no options */
};

/** Read the option, or the source, at argv. @return how many words it takes; 0: it is not known */
static size_t read_word(struct found *found, char **argv, const char *output)
{
    const char *word = argv[0], *next = argv[1];
    bool compiles = strcmp(word, "-c") == 0;
    bool alone = strcmp(word, "--no-default-config") == 0;
    bool writes = strcmp(word, "-o") == 0 && next && strcmp(next, output) == 0;
    bool own = strcmp(word, "-Xclang") == 0 && next && g_strv_contains(of_clang_itself, next);
    found->compiles |= compiles;
    found->output |= writes;
    found->no_configuration |= alone;
    if (writes || own || (g_strv_contains(apart, word) && is_operand(next))) {
        return 2;
    }
    return compiles || alone || g_strv_contains(whole, word) || is_joined(word) || is_level(word) ||
           is_source(word);
}

bool ir_plan_is_evident(char **argv, const char *output)
{
    struct found found = {0};
    size_t taken = 1;
    for (char **word = argv + 1; taken && *word; word += taken) {
        taken = read_word(&found, word, output);
    }
    return taken && found.compiles && found.output && found.no_configuration;
}

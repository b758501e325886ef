/*
 * Knows command lines of the clang driver that only compile, without asking the driver, which takes
 * as long as compiling a small source. Only options are listed that have meant the same in all
 * compilers for years. The driver is asked about all others.
 */
#include "ir/plan.h"

#include <glib.h>
#include <string.h>

/** Options without operand, or with this one. */
static const char *const whole[] = {
    "--driver-mode=g++",
    "--no-default-config",
    "-Qunused-arguments",
    "-ansi",
    "-c",
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

/** Ends of names of sources that clang compiles without another program, as it does not those of
 *  CUDA. */
static const char *const sources[] = {".C", ".c", ".cc", ".cpp", ".cxx", ".i", ".ii", NULL};

/** Options whose operand is the rest of the word. */
static const char *const joined[] = {
    "-D",    "-I", "-U", "-fclang-abi-compat=", "-fgnuc-version=", "-march=", "-mtune=",
    "-std=", "-W", NULL,
};

/** Options whose operand is the next word. */
static const char *const apart[] = {"-D",      "-I",       "-U",           "-idirafter", "-include",
                                    "-iquote", "-isystem", "-ivfsoverlay", NULL};

/** What cgcollect itself has clang's own part take, behind -Xclang. */
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

static bool is_level(const char *word)
{
    return g_str_has_prefix(word, "-O") && strchr("0123s", word[2]) && (!word[2] || !word[3]);
}

/** Whether the words at argv begin with an option that only concerns compiling.
 *  @param taken receives how many words it takes */
static bool is_known(char **argv, const char *output, size_t *taken)
{
    const char *word = argv[0], *next = argv[1];
    bool operand = next && g_strv_contains(apart, word);
    bool own = next && strcmp(word, "-Xclang") == 0 && g_strv_contains(of_clang_itself, next);
    bool writes = next && strcmp(word, "-o") == 0 && strcmp(next, output) == 0;
    *taken = operand || own || writes ? 2 : 1;
    return *taken == 2 || g_strv_contains(whole, word) || is_joined(word) || is_level(word) ||
           is_source(word);
}

bool ir_plan_is_evident(char **argv, const char *output)
{
    bool evident = g_strv_contains((const char *const *)argv, "-c") &&
                   g_strv_contains((const char *const *)argv, "-o");
    size_t taken;
    for (char **word = argv + 1; evident && *word; word += taken) {
        evident = is_known(word, output, &taken);
    }
    return evident;
}

/* Measures what a call costs by XRay: compiles a program with clang and runs it. */
#include "calibrate_xray.h"

#include <cli.h>
#include <stdlib.h>
#include <unistd.h>

/* Prints nanoseconds of a call: the least of many repetitions. */
static const char program[] =
    "#include <stdio.h>\n"
    "#include <time.h>\n"
    "#define ROUNDS 5000\n"
    "#define CALLS 4\n"
    "static volatile unsigned sink;\n"
    "static __attribute__((noinline)) void a(unsigned n) { sink += n; }\n"
    "static __attribute__((noinline)) void b(unsigned n) { sink ^= n; }\n"
    "static __attribute__((noinline)) void three(unsigned n) { a(n); b(n); a(n + 1); sink++; }\n"
    "static double now(void)\n"
    "{\n"
    "    struct timespec time;\n"
    "    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);\n"
    "    return time.tv_sec * 1e9 + time.tv_nsec;\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "    double least = 1e9;\n"
    "    for (int i = 0; i < 200; i++) {\n"
    "        double begin = now();\n"
    "        for (unsigned round = 0; round < ROUNDS; round++) three(round);\n"
    "        double took = (now() - begin) / ROUNDS / CALLS;\n"
    "        least = took < least ? took : least;\n"
    "    }\n"
    "    printf(\"%f\\n\", least);\n"
    "    return 0;\n"
    "}\n";

/* @param out receives what it wrote, to release with g_free; NULL: nobody wants it
 * @return whether it succeeded */
static bool spawn(char **command, char **out)
{
    int status = 0;
    GSpawnFlags flags = G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL |
                        (out ? G_SPAWN_DEFAULT : G_SPAWN_STDOUT_TO_DEV_NULL);
    return g_spawn_sync(NULL, command, NULL, flags, NULL, NULL, out, NULL, &status, NULL) &&
           status == 0;
}

static double time_run(char **command)
{
    char *text = NULL, *end;
    double took = -1;
    if (spawn(command, &text)) {
        took = g_ascii_strtod(text, &end);
        took = end == text ? -1 : took;
    }
    g_free(text);
    return took;
}

/* @return whether there is a compiler for it */
static bool compile(char *source, char *output)
{
    static const char *const names[] = {"clang",    "clang-22", "clang-21", "clang-20",
                                        "clang-19", "clang-18", "clang-17", "clang-16"};
    bool done = g_file_set_contents(source, program, -1, NULL);
    bool compiled = false;
    for (size_t i = 0; done && !compiled && i < G_N_ELEMENTS(names); i++) {
        char *command[] = {(char *)names[i],
                           "-O2",
                           "-fxray-instrument",
                           "-fxray-instruction-threshold=1",
                           "-o",
                           output,
                           source,
                           NULL};
        compiled = spawn(command, NULL);
    }
    return compiled;
}

double calibrate_xray(const char *directory)
{
    char tool[4096] = "";
    char *source = g_build_filename(directory, "xray.c", NULL);
    char *output = g_build_filename(directory, "xray", NULL);
    char *profile = g_build_filename(directory, "xray.cubex", NULL);
    char *alone[] = {output, NULL};
    char *recorded[] = {tool, "-q",    "--mode", "xray", "--rate", "0",
                        "-o", profile, "--",     output, NULL};
    double cost = -1;
    if (readlink("/proc/self/exe", tool, sizeof tool - 1) > 0 && compile(source, output)) {
        double bare = time_run(alone), took = time_run(recorded);
        cost = bare < 0 || took < 0 ? -1 : MAX(took - bare, 0);
    }
    g_free(source);
    g_free(output);
    g_free(profile);
    return cost;
}

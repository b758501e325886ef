/* Makes a virtual directory by clang's overlays of file systems. */
#include "commands/compilers/gcc_headers.h"

#include <glob.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "commands/compilers/as_gcc.h"
#include "commands/compilers/real_compiler.h"

/** The descriptor of the overlay, a number that nothing else has. */
#define OVERLAY_FILENO 1000
#define OVERLAY "/proc/self/fd/1000"

/** Where nothing real can be. */
#define DIRECTORY "/proc/self/gcc-headers"

/** The directory of headers of the newest gcc; release with g_free. NULL: there is none */
static char *newest_directory(void)
{
    glob_t found;
    char *directory = NULL;
    if (glob("/usr/lib*/gcc/*/*/include/omp.h", 0, NULL, &found) == 0) {
        directory = g_path_get_dirname(found.gl_pathv[found.gl_pathc - 1]);
    }
    globfree(&found);
    return directory;
}

/** @return the overlay; NULL: no header is there */
static GString *overlay_of(const char *directory)
{
    static const char *const names[] = {"acc_prof.h", "backtrace.h",     "backtrace-supported.h",
                                        "gcov.h",     "omp.h",           "openacc.h",
                                        "quadmath.h", "quadmath_weak.h", "stdfix.h"};
    GString *text = g_string_new("{'version': 0, 'roots': [{'name': '" DIRECTORY
                                 "', 'type': 'directory', 'contents': [");
    bool any = false;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        char *path = g_build_filename(directory, names[i], NULL);
        if (access(path, R_OK) == 0) {
            g_string_append_printf(text,
                                   "%s{'name': '%s', 'type': 'file', 'external-contents': '%s'}",
                                   any ? ", " : "", names[i], path);
            any = true;
        }
        g_free(path);
    }
    g_string_append(text, "]}]}");
    if (!any) {
        g_string_free(text, TRUE);
    }
    return any ? text : NULL;
}

static bool make_overlay(const char *directory)
{
    GString *text = strpbrk(directory, "'\\\n") ? NULL : overlay_of(directory);
    int memory = text ? memfd_create("headers", MFD_CLOEXEC) : -1;
    bool made = memory >= 0 && write(memory, text->str, text->len) == (ssize_t)text->len &&
                dup2(memory, OVERLAY_FILENO) == OVERLAY_FILENO;
    if (memory >= 0) {
        close(memory);
    }
    if (text) {
        g_string_free(text, TRUE);
    }
    return made;
}

void gcc_headers_open(struct compile_command *command)
{
    const char *said = command->compiler ? command->compiler->own : NULL;
    char *directory = said ? g_strdup(said) : newest_directory();
    bool wanted = directory && (as_gcc_is_gcc(command) || commands_is_openmp(command));
    command->gcc_headers = wanted && make_overlay(directory);
    g_free(directory);
}

void gcc_headers_add(GPtrArray *words, const struct compile_command *command)
{
    static const char *const search[] = {
        "-ivfsoverlay", OVERLAY, "-idirafter", DIRECTORY,
        /* omp.h has an attribute with arguments that only gcc accepts */
        "-D__malloc__(...)=__malloc__"};
    for (size_t i = 0; command->gcc_headers && i < G_N_ELEMENTS(search); i++) {
        g_ptr_array_add(words, g_strdup(search[i]));
    }
}

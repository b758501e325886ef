/*
 * Reads the sections of libcg/data/runtime.names, which is built in, and compares a name with their
 * patterns.
 */
#include "validate/common/runtime_names.h"

#include "base/builtin_substitutes.h"
#include "names/decorations.h"

#include <fnmatch.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/** libcg/data/runtime.names, built into the library. */
extern const char runtime_names_text[];
extern const size_t runtime_names_length;

/** Longest pattern of the file. */
#define LONGEST 120

/* The beginnings of most patterns already differ from the name. */
static bool pattern_fits(const char *pattern, size_t length, const char *name)
{
    char rest[LONGEST];
    for (; length && !strchr("*?[\\", *pattern); pattern++, name++, length--) {
        if (*pattern != *name) {
            return false;
        }
    }
    snprintf(rest, sizeof rest, "%.*s", (int)length, pattern);
    return strcmp(rest, "*") == 0 || fnmatch(rest, name, 0) == 0;
}

/* Whether a section of the file contains a name. */
static bool is_in(const char *section, const char *name)
{
    const char *end = runtime_names_text + runtime_names_length;
    const char *line = memmem(runtime_names_text, runtime_names_length, section, strlen(section));
    for (line += strlen(section); line < end && *line != '[';) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if (*line != '#' && next > line && pattern_fits(line, (size_t)(next - line), name)) {
            return true;
        }
        line = next + 1;
    }
    return false;
}

bool startup_is_of_libc(const char *name)
{
    return is_in("\n[libc]\n", name);
}

bool startup_is_code(const char *name)
{
    return is_in("\n[code]\n", name) || startup_is_of_libc(name);
}

bool startup_is_substitute(const char *name)
{
    size_t start, length = decorations_of_libc(name, strlen(name), &start);
    return is_builtin_substitute(name + start, length) ||
           is_builtin_substitute(name, strlen(name)) || is_in("\n[builtin substitutes]\n", name);
}

bool startup_is_generated(const char *name)
{
    return is_in("\n[generated]\n", name);
}

bool startup_is_initialisers(const char *name)
{
    return is_in("\n[initialisers]\n", name);
}

bool startup_is_instantiated(const char *name)
{
    return is_in("\n[instantiated]\n", name);
}

bool startup_is_language(const char *word)
{
    return is_in("\n[language]\n", word);
}

bool startup_is_object(const char *object)
{
    const char *slash = strrchr(object, '/');
    return is_in("\n[objects]\n", slash ? slash + 1 : object);
}

bool startup_takes_handler(const char *name)
{
    return is_in("\n[handlers]\n", name);
}

bool startup_is_library_header(const char *file)
{
    return strstr(file, "/include/c++/") || strstr(file, "/include/g++");
}

/*
 * Replaces "@FILE" in a command line by the arguments in that file, as GCC does.
 */
#include "commands/commands.h"

#include <string.h>
#include <sys/stat.h>

#include <files/found_file.h>

#include "text/lexical_paths.h"

/** Response files may name others; this limit ends cycles. */
#define DEEPEST 16
/** What the response files of all commands together may take in memory: a file that names others
 *  many times makes as many arguments as it likes. 20,000 commands with 10 KiB each take half. */
#define MOST_MEMORY ((size_t)1 << 30)
#define TOO_MUCH "exceeds the 1 GiB that all response files may take"
/** What an argument takes besides its text: a pointer to it, and the least piece of memory. */
#define OF_ARGUMENT (sizeof(char *) + 32)
/** A file that is read counts as a page, so that empty ones end as well. */
#define OF_FILE ((size_t)4096)

/** Arguments being expanded. */
struct expansion {
    GPtrArray *out;
    const char *directory;
    size_t *memory; /**< that response files took so far */
    char *missing;  /**< the first response file that cannot be used, or NULL */
};

static bool is_space(char c)
{
    return c && strchr(" \t\n\v\f\r", c);
}

/** Reads one argument by GCC's rules: both quotes quote, a backslash takes the next character
 *  literally, nothing else is special. @return its end. */
static const char *read_argument(GString *out, const char *text)
{
    char quote = '\0';
    for (; *text && (quote || !is_space(*text)); text++) {
        if (*text == '\\') {
            if (!text[1]) {
                continue;
            }
            text++;
            g_string_append_c(out, *text);
        } else if (*text == quote) {
            quote = '\0';
        } else if (!quote && (*text == '\'' || *text == '"')) {
            quote = *text;
        } else {
            g_string_append_c(out, *text);
        }
    }
    return text;
}

static char **split_words(const char *text)
{
    GPtrArray *arguments = g_ptr_array_new();
    for (;;) {
        while (is_space(*text)) {
            text++;
        }
        if (!*text) {
            break;
        }
        GString *argument = g_string_new(NULL);
        text = read_argument(argument, text);
        g_ptr_array_add(arguments, g_string_free(argument, FALSE));
    }
    g_ptr_array_add(arguments, NULL);
    return (char **)g_ptr_array_free(arguments, FALSE);
}

static void expand_arguments(struct expansion *e, char **argv, unsigned depth);

/** @return why a response file is not read, NULL if it may be. What is not a regular file might
 * have no end, or wait for a writer. */
static const char *reason_against(const struct expansion *e, const char *path, unsigned depth)
{
    struct stat about;
    if (depth == DEEPEST) {
        return "contains itself, or others too deeply";
    }
    if (stat(path, &about)) {
        return "cannot be read";
    }
    if (!S_ISREG(about.st_mode)) {
        return "is not a regular file";
    }
    return (size_t)about.st_size + OF_FILE > MOST_MEMORY - *e->memory ? TOO_MUCH : NULL;
}

/** A compiler takes an unreadable response file for the name of an input, and fails. */
static void expand_file(struct expansion *e, const char *name, unsigned depth)
{
    char *path = path_absolute(e->directory, name);
    char *text = NULL;
    gsize length = 0;
    const char *reason = reason_against(e, path, depth);
    if (!reason && !found_read(&text, &length, path)) {
        reason = "cannot be read";
    }
    if (reason) {
        e->missing = g_strdup_printf("response file %s %s", name, reason);
    } else {
        char **inner = split_words(text);
        size_t taken = OF_FILE + length + g_strv_length(inner) * OF_ARGUMENT;
        *e->memory += MIN(taken, MOST_MEMORY - *e->memory);
        expand_arguments(e, inner, depth + 1);
        g_strfreev(inner);
    }
    g_free(text);
    g_free(path);
}

static void expand_arguments(struct expansion *e, char **argv, unsigned depth)
{
    for (; *argv && !e->missing; argv++) {
        if ((*argv)[0] == '@' && (*argv)[1]) {
            expand_file(e, *argv + 1, depth);
        } else {
            g_ptr_array_add(e->out, g_strdup(*argv));
        }
    }
}

void commands_expand_responses(struct compile_command *command, char **argv, size_t *memory)
{
    struct expansion e = {
        .out = g_ptr_array_new(), .directory = command->directory, .memory = memory};
    g_ptr_array_add(e.out, g_strdup(argv[0]));
    expand_arguments(&e, argv + 1, 0);
    g_ptr_array_add(e.out, NULL);
    command->argv = (char **)g_ptr_array_free(e.out, FALSE);
    command->problem = e.missing;
}

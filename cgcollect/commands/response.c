/*
 * Replaces "@FILE" in a command line by the arguments in that file, as GCC does.
 */
#include "commands/commands.h"

#include <string.h>

#include "text/paths.h"

/** Response files may name others; this limit ends cycles. */
#define DEEPEST 16

/** Arguments being expanded. */
struct expansion {
    GPtrArray *out;
    const char *directory;
    char *missing; /**< the first response file that cannot be used, or NULL */
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

static char **split(const char *text)
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

static void expand(struct expansion *e, char **argv, unsigned depth);

/** A compiler takes an unreadable response file for the name of an input, and fails. */
static void expand_file(struct expansion *e, const char *name, unsigned depth)
{
    char *path = path_absolute(e->directory, name);
    char *text = NULL;
    if (depth < DEEPEST && g_file_get_contents(path, &text, NULL, NULL)) {
        char **inner = split(text);
        expand(e, inner, depth + 1);
        g_strfreev(inner);
    } else if (!e->missing) {
        e->missing = g_strdup_printf("response file %s %s", name,
                                     depth < DEEPEST ? "cannot be read" : "contains itself");
    }
    g_free(text);
    g_free(path);
}

static void expand(struct expansion *e, char **argv, unsigned depth)
{
    for (; *argv && !e->missing; argv++) {
        if ((*argv)[0] == '@' && (*argv)[1]) {
            expand_file(e, *argv + 1, depth);
        } else {
            g_ptr_array_add(e->out, g_strdup(*argv));
        }
    }
}

void commands_expand_responses(struct compile_command *command, char **argv)
{
    struct expansion e = {.out = g_ptr_array_new(), .directory = command->directory};
    expand(&e, argv, 0);
    g_ptr_array_add(e.out, NULL);
    command->argv = (char **)g_ptr_array_free(e.out, FALSE);
    command->problem = e.missing;
}

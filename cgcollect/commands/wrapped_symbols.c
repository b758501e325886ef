/* Finds the symbols that a linker wraps in the command line of a compiler: -Wl,--wrap=SYMBOL. */
#include "commands/wrapped_symbols.h"

#include <string.h>

/** The linker's own arguments. @return an array of char *; release with g_ptr_array_unref */
static GPtrArray *linker_arguments(char **argv)
{
    GPtrArray *arguments = g_ptr_array_new_with_free_func(g_free);
    for (; *argv; argv++) {
        if (strcmp(*argv, "-Xlinker") == 0 && argv[1]) {
            g_ptr_array_add(arguments, g_strdup(*++argv));
        } else if (g_str_has_prefix(*argv, "-Wl,")) {
            char **words = g_strsplit(*argv + strlen("-Wl,"), ",", -1);
            for (char **word = words; *word; word++) {
                g_ptr_array_add(arguments, *word);
            }
            g_free(words);
        }
    }
    return arguments;
}

static void add(GPtrArray *symbols, const char *symbol)
{
    if (*symbol && !g_ptr_array_find_with_equal_func(symbols, symbol, g_str_equal, NULL)) {
        g_ptr_array_add(symbols, g_strdup(symbol));
    }
}

GPtrArray *commands_wrapped_symbols(const struct compile_command *command)
{
    GPtrArray *symbols = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *arguments = linker_arguments(command->argv);
    for (guint i = 0; i < arguments->len; i++) {
        const char *option = arguments->pdata[i];
        option += g_str_has_prefix(option, "--") ? 1 : 0;
        if (g_str_has_prefix(option, "-wrap=")) {
            add(symbols, option + strlen("-wrap="));
        } else if (strcmp(option, "-wrap") == 0 && i + 1 < arguments->len) {
            add(symbols, arguments->pdata[++i]);
        }
    }
    g_ptr_array_unref(arguments);
    return symbols;
}

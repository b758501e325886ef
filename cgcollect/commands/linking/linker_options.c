/* Reads options of the linker in the command line of a compiler: -Wl,--wrap=SYMBOL and others. */
#include "commands/linking/linker_options.h"

#include <string.h>

#include "commands/linking/linker_script.h"

/** The linker's own arguments, and where the program begins, which compilers pass on.
 *  @return an array of char *; release with g_ptr_array_unref */
static GPtrArray *linker_arguments(char **argv)
{
    GPtrArray *arguments = g_ptr_array_new_with_free_func(g_free);
    for (; *argv; argv++) {
        if (strcmp(*argv, "-Xlinker") == 0 && argv[1]) {
            g_ptr_array_add(arguments, g_strdup(*++argv));
        } else if (strcmp(*argv, "-e") == 0 && argv[1]) {
            g_ptr_array_add(arguments, g_strdup(*argv));
            g_ptr_array_add(arguments, g_strdup(*++argv));
        } else if (g_str_has_prefix(*argv, "--entry=")) {
            g_ptr_array_add(arguments, g_strdup(*argv));
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

static void add_symbol(GPtrArray *symbols, const char *symbol)
{
    if (*symbol && !g_ptr_array_find_with_equal_func(symbols, symbol, g_str_equal, NULL)) {
        g_ptr_array_add(symbols, g_strdup(symbol));
    }
}

/** The value of an option, in -NAME=VALUE or in the argument behind it; --NAME means the same.
 *  @param i number of an argument; moves to the value @return NULL: this is another option */
static const char *value_of(const GPtrArray *arguments, guint *i, const char *name)
{
    const char *option = arguments->pdata[*i];
    option += g_str_has_prefix(option, "--") ? 2 : 1;
    if (!g_str_has_prefix(arguments->pdata[*i], "-") || !g_str_has_prefix(option, name)) {
        return NULL;
    }
    option += strlen(name);
    bool apart = *option == '\0' && *i + 1 < arguments->len;
    return *option == '=' ? option + 1 : apart ? arguments->pdata[++*i] : NULL;
}

GPtrArray *commands_wrapped_symbols(const struct compile_command *command)
{
    GPtrArray *symbols = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *arguments = linker_arguments(command->argv);
    for (guint i = 0; i < arguments->len; i++) {
        const char *symbol = value_of(arguments, &i, "wrap");
        if (symbol) {
            add_symbol(symbols, symbol);
        }
    }
    g_ptr_array_unref(arguments);
    return symbols;
}

/** The symbol that an option has the program or its loader call. @param i as in value_of */
static const char *called(const GPtrArray *arguments, guint *i)
{
    static const char *const callers[] = {"entry", "e", "init", "fini"};
    const char *option = arguments->pdata[*i], *symbol = NULL;
    for (size_t k = 0; k < G_N_ELEMENTS(callers) && !symbol; k++) {
        symbol = value_of(arguments, i, callers[k]);
    }
    /* -eSYMBOL; what other options begin like that is the name of no function */
    return !symbol && g_str_has_prefix(option, "-e") ? option + strlen("-e") : symbol;
}

void commands_called_symbols(GHashTable *names, const struct compile_command *command)
{
    static const char *const usual[] = {"_start", "_init", "_fini"};
    GPtrArray *arguments = linker_arguments(command->argv);
    for (size_t k = 0; k < G_N_ELEMENTS(usual); k++) {
        g_hash_table_add(names, g_strdup(usual[k]));
    }
    for (guint i = 0; i < arguments->len; i++) {
        const char *symbol = called(arguments, &i);
        const char *definition = symbol ? NULL : value_of(arguments, &i, "defsym");
        if (symbol) {
            g_hash_table_add(names, g_strdup(symbol));
        } else if (definition) {
            linker_script_add_words(names, definition); /* a=b+4: who calls a runs code of b */
        }
    }
    g_ptr_array_unref(arguments);
}

GHashTable *commands_defined_symbols(const struct compile_command *command)
{
    GHashTable *symbols = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GPtrArray *arguments = linker_arguments(command->argv);
    for (guint i = 0; i < arguments->len; i++) {
        const char *definition = value_of(arguments, &i, "defsym");
        if (definition) {
            g_hash_table_add(symbols, g_strndup(definition, strcspn(definition, "=")));
        }
    }
    g_ptr_array_unref(arguments);
    return symbols;
}

/*
 * Counts the options that collecting leaves out of command lines, and tells each of them once.
 */
#include "driver/left_out.h"

#include <stdbool.h>

#include <cli.h>

#include "commands/cleaning/clean.h"

/** Real programs have a few of them; a hostile database has any number. */
#define MOST_TOLD 20

/** An option that is left out. */
struct left_out {
    const char *name; /**< borrowed from the key */
    guint files;
    guint last; /**< the last command that has it, from 1 */
};

static struct left_out *option_named(GHashTable *options, GPtrArray *order, const char *name)
{
    struct left_out *option = g_hash_table_lookup(options, name);
    if (!option) {
        option = g_new0(struct left_out, 1);
        char *key = g_strdup(name);
        option->name = key;
        g_hash_table_insert(options, key, option);
        g_ptr_array_add(order, option);
    }
    return option;
}

static void tell(const GPtrArray *order)
{
    for (guint i = 0; i < MIN(order->len, MOST_TOLD); i++) {
        const struct left_out *option = g_ptr_array_index(order, i);
        cli_note("option left out of %u file%s: %s", option->files, cli_s(option->files),
                 option->name);
    }
    if (order->len > MOST_TOLD) {
        cli_note("%u more options left out", order->len - MOST_TOLD);
    }
    if (order->len > 0) {
        cli_note("only options known to matter to the source are used; others might run code or "
                 "write files");
    }
}

void left_out_note(const GPtrArray *commands)
{
    GHashTable *options = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    GPtrArray *order = g_ptr_array_new();
    for (guint i = 0; i < commands->len; i++) {
        GPtrArray *names = commands_refused(g_ptr_array_index(commands, i));
        for (guint k = 0; k < names->len; k++) {
            struct left_out *option = option_named(options, order, g_ptr_array_index(names, k));
            option->files += option->last != i + 1;
            option->last = i + 1;
        }
        g_ptr_array_unref(names);
    }
    tell(order);
    g_ptr_array_free(order, TRUE);
    g_hash_table_destroy(options);
}

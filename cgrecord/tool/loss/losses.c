/* Warns of what a profile does not have, and keeps it for the notes of the profile. */
#include "loss/losses.h"

#include <cli.h>
#include <stdarg.h>

static GPtrArray *all;

const GPtrArray *losses_all(void)
{
    if (!all) {
        all = g_ptr_array_new_with_free_func(g_free);
    }
    return all;
}

void losses_add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    cli_warning("%s", text);
    g_ptr_array_add((GPtrArray *)losses_all(), text);
}

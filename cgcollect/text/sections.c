/*
 * What the name of a section says: a table of those that the loader runs and those of ordinary
 * data. Both kinds of evidence (ast/, ir/) ask.
 */
#include "text/sections.h"

#include <glib.h>
#include <string.h>

static const struct {
    const char *start;
    const char *attribute;
} known[] = {
    {".init_array", "constructor"},
    {".preinit_array", "constructor"},
    {".ctors", "constructor"},
    {".fini_array", "destructor"},
    {".dtors", "destructor"},
    {".data", NULL},
    {".rodata", NULL},
    {".bss", NULL},
    {".tdata", NULL},
    {".tbss", NULL},
    {".sdata", NULL},
    {".sbss", NULL},
    {".text", NULL},
};

const char *section_attribute(const char *section)
{
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        size_t length = strlen(known[i].start);
        if (strncmp(section, known[i].start, length) == 0 &&
            (section[length] == '\0' || section[length] == '.')) {
            return known[i].attribute;
        }
    }
    return "used";
}

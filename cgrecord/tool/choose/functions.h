/*
 * The functions of an executable or library, for choosing among them.
 */
#ifndef CGRECORD_FUNCTIONS_H
#define CGRECORD_FUNCTIONS_H

#include "../../recording/selection.h"

#include <glib.h>
#include <stdbool.h>

/** A symbol. */
struct function {
    char *name;
    char *file;     /**< where it is written, or the name of that file alone; NULL: not known */
    uint64_t place; /**< offset in the file */
    uint64_t address;
    bool internal;
    bool has_sleds; /**< XRay can patch it */
};

struct functions {
    GArray *all;                       /**< of struct function, by place; several may have one */
    uint64_t xray[CGR_XRAY_FUNCTIONS]; /**< places, 0: there is none */
    bool has_hooks;                    /**< it calls them */
    bool has_recorder;                 /**< libcgrecord.a is linked in */
    bool names_hooks; /**< calls or has them; so has what is linked statically if it calls them */
    bool has_sleds;   /**< compiled with -fxray-instrument */
};

/** Read an ELF file. @param path one that is none has no functions */
void functions_read(struct functions *out, const char *path);

/** Find where the functions are written, with debug information. O(size of that) */
void functions_find_files(struct functions *functions, const char *path);

void functions_clear(struct functions *functions);

/** Whether a symbol, perhaps with a version, is the hook that -finstrument-functions calls. */
bool functions_is_hook(const char *symbol);

#endif

/*
 * Choosing the functions to record, by the names that executables and libraries have: --filter,
 * --only-below and --not-below.
 */
#ifndef CGRECORD_CHOOSING_H
#define CGRECORD_CHOOSING_H

#include "cgrecord.h"

struct choosing;

/** How many functions of a file are recorded. */
struct choosing_summary {
    guint functions; /**< that it has */
    guint recorded;
    guint begin;   /**< functions of --only-below */
    guint end;     /**< of --not-below */
    bool has_xray; /**< it has XRay's runtime, with symbols */
};

/** Whether the settings leave out anything, ever. */
bool choosing_is_needed(const struct record_settings *settings);

/**
 * Check the filter and the sets.
 *
 * @param out release with choosing_free
 * @return whether they can be read; why not is reported
 */
bool choosing_new(struct choosing **out, const struct record_settings *settings);
/** Read the file of the filter again. @return whether it can be read; else, which is reported, the
 *  filter stays as it was */
bool choosing_read_again(struct choosing *choosing);
void choosing_free(struct choosing *choosing);

/**
 * Choose among the functions of a file. Where the filter cannot be applied, all are recorded, and
 * that is reported.
 *
 * @param path an executable or library
 * @return what the runtime reads: struct cgr_selection; release with g_byte_array_unref
 */
GByteArray *choosing_make(struct choosing *choosing, const char *path,
                          struct choosing_summary *summary);

#endif

/*
 * Frames of a profile: functions, and pieces of code that have a name in brackets.
 */
#ifndef CGRECORD_FRAMES_H
#define CGRECORD_FRAMES_H

#include "symbols/symbols.h"

#include <libcg/profile_write.h>

/** A function; where its name is not known, its address in the file.
 *  @param function where it begins; NULL: not known @param object its file; NULL: not known
 *  @param address  in the process, of what is in no file */
cg_frame frames_function(struct cg_profile_builder *builder, const struct symbol *function,
                         const char *object, uint64_t address);

/** Code of a file without a name: "[libc.so.6]". @param object NULL: "[code]" */
cg_frame frames_object(struct cg_profile_builder *builder, const char *object);

/** Something else. @param name with brackets */
cg_frame frames_bracketed(struct cg_profile_builder *builder, const char *name,
                          enum cg_frame_kind kind, const char *object);

/** CPU time of a thread that was never seen running. */
cg_frame frames_between_samples(struct cg_profile_builder *builder);

#endif

/*
 * Files that are replaced whole: what is written takes the place of the old file when all of it is
 * there, and a failure leaves the old file as it was. cg_write_file writes graphs so; this is for
 * whatever else a program writes, such as profiles (libcg/profile_write.h).
 */
#ifndef LIBCG_OUTPUT_H
#define LIBCG_OUTPUT_H

#include <libcg/common.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A file being written. */
struct cg_output;

/** Options of opening. Initialise with CG_OUTPUT_OPTIONS_INIT. */
struct cg_output_options {
    unsigned version; /**< CG_OUTPUT_OPTIONS_VERSION */
    /** What is written has a name from the start (cg_output_name), for writers that open files by
     *  name. Then only regular files can be replaced. */
    bool named;
    /** Replace what the path itself names: a symbolic link, not the file that it leads to. */
    bool exact;
    /** Called before a temporary file gets a name beside the target, and when there is none under
     *  that name: it is left behind if the process is killed in between. May be NULL. `name` is
     *  borrowed until the second call. */
    void (*note)(void *user, const char *name, bool exists);
    void *user; /**< passed to note */
};
#define CG_OUTPUT_OPTIONS_VERSION 1u
#define CG_OUTPUT_OPTIONS_INIT {CG_OUTPUT_OPTIONS_VERSION, false, false, NULL, NULL}

/**
 * Begin to replace a file, or to write a new one. The new file gets the old one's permissions, but
 * not the right to run as its owner. Where the system allows, what is written has no name until it
 * is complete: nothing is left behind if the process is killed.
 *
 * @param out     receives what is written; end it with cg_output_finish or cg_output_discard
 * @param path    "-" is standard output; symbolic links are followed; what is no regular file, as a
 *                pipe or a device, is written in place
 * @param options may be NULL
 * @return CG_OK, CG_E_IO, CG_E_ARGUMENT or CG_E_MEMORY
 */
CG_API int cg_output_open(struct cg_output **out, const char *path,
                          const struct cg_output_options *options, struct cg_error *error);

/** Where to write. Do not close it. */
CG_API int cg_output_descriptor(const struct cg_output *output);

/** The name of what is written, borrowed from the output; NULL while it has none. */
CG_API const char *cg_output_name(const struct cg_output *output);

/** Put the file in its place. @return CG_OK or CG_E_IO: the old file is as it was. The output is
 *  released in either case. */
CG_API int cg_output_finish(struct cg_output *output, struct cg_error *error);

/** Release an output and leave the old file as it was. NULL is allowed. */
CG_API void cg_output_discard(struct cg_output *output);

#ifdef __cplusplus
}
#endif

#endif

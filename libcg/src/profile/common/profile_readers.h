/*
 * The readers of profile formats, and the list of them.
 */
#ifndef PROFILE_COMMON_PROFILE_READERS_H
#define PROFILE_COMMON_PROFILE_READERS_H

#include "profile/builder.h"
#include "profile/common/source_bytes.h"

/** Bytes from the beginning that a reader may examine. */
#define READER_HEAD 4096u

struct profile_reader {
    const char *format; /**< cg_profile_format */
    /** Whether a file of this format may begin like this; the bytes are already uncompressed, and
     *  are the whole file if fewer than READER_HEAD. */
    bool (*recognise)(const char *head, size_t length);
    /** Read the whole source. Failures are recorded in the source or the builder, which share an
     *  error. @return whether it succeeded */
    bool (*read)(struct builder *b, struct source *s);
};

extern const struct profile_reader reader_callgrind;
extern const struct profile_reader reader_chrome;
extern const struct profile_reader reader_cubex;
extern const struct profile_reader reader_folded;
extern const struct profile_reader reader_gprof;
extern const struct profile_reader reader_perf;
extern const struct profile_reader reader_tau;

#endif

/*
 * Profiles of TAU (https://www.cs.uoregon.edu/research/tau): a text file
 * profile.NODE.CONTEXT.THREAD for each thread, as written by TauProfiler_DumpData and related
 * functions in TAU's src/Profile.
 *
 *     2 templated_functions_MULTI_TIME
 *     # Name Calls Subrs Excl Incl ProfileCalls # <metadata>...</metadata>
 *     "main [{a.c} {3,1}-{9,1}]" 1 1 10 30 0 GROUP="TAU_DEFAULT"
 *     "main => f" 2 0 20 20 0 GROUP="TAU_CALLPATH | TAU_USER"
 *     0 aggregates
 *     0 userevents
 */
#ifndef PROFILE_TAU_TAU_H
#define PROFILE_TAU_TAU_H

#include "profile/common/profile_readers.h"

/** The thread of a file. */
struct tau_thread {
    uint64_t node;
    uint64_t context;
    uint64_t thread;
};

/** @return whether a file name is profile.NODE.CONTEXT.THREAD, in any directory */
bool tau_file_name(const char *path, struct tau_thread *out);

/** A new location for a thread. */
uint32_t tau_location(struct builder *b, const struct tau_thread *thread);

/**
 * Read a file, for one thread and one metric.
 *
 * @param location number of a location
 * @param calls    whether calls count; false: another file of this thread counted them
 * @return false after a failure
 */
bool tau_read(struct builder *b, struct source *s, uint32_t location, bool calls);

/** The parts of a frame in TAU's notation; strings are borrowed. */
struct tau_name {
    const char *name;
    size_t name_length;
    const char *file; /**< NULL: absent */
    size_t file_length;
    uint32_t line;
    enum cg_frame_kind kind;
    bool sampled; /**< sampled, not entered */
};

/** Split NAME [C] [{FILE} {LINE,COLUMN}-{LINE,COLUMN}]. @param group may be "" */
void tau_name(struct tau_name *out, const char *text, size_t length, const char *group);

/** Values of one line. */
struct tau_entry {
    size_t first; /**< in `pieces` of struct tau_paths */
    size_t count; /**< number of pieces; more than 1: a path */
    double calls;
    double exclusive;
    double inclusive;
};

/** All lines of a file. */
struct tau_paths {
    struct tau_entry *entries;
    size_t entry_capacity;
    size_t entry_count;
    uint32_t *pieces; /**< by entry: names of frames, dense numbers */
    size_t piece_capacity;
    size_t piece_count;
    cg_frame *frames; /**< by name */
    uint32_t name_count;
    uint32_t location;
    uint32_t
        *counts; /**< by name: metric of its calls, or of its samples; BUILDER_NONE: not wanted */
    uint32_t exclusive;
    uint32_t inclusive;
    double scale; /**< of the measurements */
};

/**
 * Make paths of the content of a file.
 *
 * TAU truncates paths at a depth, by default two frames. Then there are pieces: each function is a
 * root, and calls are leaves below it (profile.h). Only if no path is truncated is there a tree.
 *
 * @return false when memory is exhausted, or the builder failed. O(size)
 */
bool tau_build(struct builder *b, const struct tau_paths *paths);

#endif

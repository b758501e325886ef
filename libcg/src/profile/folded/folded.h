/*
 * Frames of folded stacks, as stackcollapse-*.pl (https://github.com/brendangregg/FlameGraph), bcc,
 * bpftrace, async-profiler, llvm-xray and uftrace write them.
 */
#ifndef PROFILE_FOLDED_FOLDED_H
#define PROFILE_FOLDED_FOLDED_H

#include <libcg/profile.h>

/** A frame, taken apart. Strings are borrowed. */
struct folded_frame {
    const char *name;
    size_t name_length;
    const char *object; /**< NULL: not said */
    size_t object_length;
    enum cg_frame_kind kind;
    bool inlined;
};

/**
 * Take a frame apart: marks (_[k] kernel, _[i] inlined, _[j] compiled at run time, _[w] of who woke
 * it), " [OBJECT]" behind it or "OBJECT`" in front, "+OFFSET". Any text is a frame. O(length)
 *
 * @param first whether it is the outermost of its stack, where a process or thread may stand
 */
void folded_frame(struct folded_frame *out, const char *text, size_t length, bool first);

/** How a function begins a process or thread: nothing the program itself has calls it. */
enum folded_entry {
    FOLDED_NO_ENTRY,
    FOLDED_MAIN,
    FOLDED_START, /**< what comes before main or the function of a thread: _start, clone, ... */
};

/** Whether a name is of such a function. O(length) */
enum folded_entry folded_entry(const char *text, size_t length);

#endif

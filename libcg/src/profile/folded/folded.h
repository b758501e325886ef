/*
 * Frames of folded stacks, as written by stackcollapse-*.pl
 * (https://github.com/brendangregg/FlameGraph), bcc, bpftrace, async-profiler, llvm-xray and
 * uftrace.
 */
#ifndef PROFILE_FOLDED_FOLDED_H
#define PROFILE_FOLDED_FOLDED_H

#include <libcg/profile.h>

/** The parts of a frame. Strings are borrowed. */
struct folded_frame {
    const char *name;
    size_t name_length;
    const char *object; /**< NULL: absent */
    size_t object_length;
    enum cg_frame_kind kind;
    bool inlined;
};

/**
 * Split a frame: marks (_[k] kernel, _[i] inlined, _[j] compiled at run time, _[w] of the waker), "
 * [OBJECT]" after it or "OBJECT`" before it, "+OFFSET". Any text is a frame. O(length)
 *
 * @param first whether it is the outermost of its stack, which may be a process or thread
 */
void folded_frame(struct folded_frame *out, const char *text, size_t length, bool first);

/** How a function starts a process or thread: nothing in the program itself calls it. */
enum folded_entry {
    FOLDED_NO_ENTRY,
    FOLDED_MAIN,
    FOLDED_START, /**< precedes main or the function of a thread: _start, clone, ... */
};

/** What a function with this name starts. O(length) */
enum folded_entry folded_entry(const char *text, size_t length);

#endif

/*
 * Stacks of `perf script`, which become paths.
 *
 * Frames come from the innermost, so they are kept until the stack ends. Most stacks share their
 * outer part with the previous one, and most lines occurred before: neither is looked up again.
 */
#ifndef PROFILE_PERF_PERF_STACK_H
#define PROFILE_PERF_PERF_STACK_H

#include "profile/builder.h"
#include "profile/perf/perf.h"
#include "strings/text.h"

/** The content of a frame line, decoded once. */
struct perf_entry {
    uint32_t name;
    uint32_t object;
    uint32_t kind;
    bool inlined;
    bool closed;
    bool known;
};

/** A frame of a stack. */
struct perf_frame {
    uint32_t entry;
    uint32_t site_file; /**< its place: the site of what it calls */
    uint32_t site_line;
    bool inlined;
};

struct perf_stack {
    struct builder *b;
    struct cg_pool lines; /**< texts after addresses */
    struct perf_entry *entries;
    size_t entry_capacity;
    struct cg_text key;
    struct perf_frame *frames; /**< from the innermost */
    size_t capacity;
    size_t depth;
    struct perf_frame *last; /**< of the previous stack */
    size_t last_capacity;
    size_t last_depth;
    cg_call_context *paths; /**< of the previous stack, from the outermost */
    size_t path_capacity;
    bool objects; /**< some frames have an object */
    bool symbols; /**< some frames have names */
};

/** Set up. @return false when memory is exhausted; release in either case */
bool perf_stack_init(struct perf_stack *stack, struct builder *b);
void perf_stack_free(struct perf_stack *stack);

/** Add the caller of the frames so far. @param text the text after the address @return false when
 *  memory is exhausted */
bool perf_stack_push(struct perf_stack *stack, struct perf_text text, uint64_t address);

/** Set the place of the last frame, as in `-F +srcline`. */
void perf_stack_place(struct perf_stack *stack, const char *text, size_t length);

/** Whether the last frame is certainly truncated. */
bool perf_stack_is_cut(const struct perf_stack *stack);

/**
 * Make a path of the frames, at least one, and begin another stack.
 *
 * @param flags of the root
 * @return the path of the innermost frame; BUILDER_NONE when memory is exhausted or the builder
 *         failed
 */
cg_call_context perf_stack_take(struct perf_stack *stack, unsigned flags);

/** Whether a text begins like this. */
bool perf_starts(struct perf_text text, const char *with);

#endif

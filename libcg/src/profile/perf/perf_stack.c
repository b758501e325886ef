/*
 * Finds each frame line in a hash table of lines, compares the stack with the previous one, and
 * makes paths for the frames that differ.
 */
#include "profile/perf/perf_stack.h"

#include "base/memory.h"

#include <stdlib.h>

static uint32_t string(struct perf_stack *p, struct perf_text text)
{
    return text.bytes ? builder_string(p->b, text.bytes, text.length) : BUILDER_NONE;
}

bool perf_starts(struct perf_text text, const char *with)
{
    size_t length = strlen(with);
    return text.bytes && text.length >= length && memcmp(text.bytes, with, length) == 0;
}

/* The kernel's addresses are the upper half, except one page that belongs to processes. */
static bool is_kernel(struct perf_text object, uint64_t address)
{
    return perf_starts(object, "[kernel") || perf_starts(object, "[guest.kernel") ||
           (address >> 63 && !perf_starts(object, "[vsyscall"));
}

static bool is_unknown(struct perf_text name)
{
    return !name.length || perf_starts(name, "[unknown]");
}

static void take_apart(struct perf_stack *p, struct perf_entry *entry, struct perf_text text,
                       uint64_t address)
{
    struct perf_symbol symbol;
    perf_symbol(&symbol, text.bytes, text.length);
    bool unknown = is_unknown(symbol.name);
    *entry = (struct perf_entry){.name = unknown ? builder_text(p->b, "[unknown]")
                                                 : string(p, symbol.name),
                                 .object = string(p, symbol.object),
                                 .kind = unknown                             ? CG_FRAME_UNKNOWN
                                         : is_kernel(symbol.object, address) ? CG_FRAME_KERNEL
                                                                             : CG_FRAME_FUNCTION,
                                 .inlined = symbol.inlined,
                                 .closed = symbol.closed,
                                 .known = true};
    p->objects = p->objects || symbol.object.bytes;
    p->symbols = p->symbols || !unknown;
}

/* Number of the content of a frame line; of the address only the upper half matters. */
static uint32_t find_entry(struct perf_stack *p, struct perf_text text, uint64_t address)
{
    cg_text_clear(&p->key);
    cg_text_put(&p->key, address >> 63 ? "k" : "u", 1);
    cg_text_put(&p->key, text.bytes, text.length);
    uint32_t entry =
        p->key.failed ? CG_NO_STRING : cg_pool_intern(&p->lines, p->key.bytes, p->key.length);
    size_t old = p->entry_capacity;
    if (entry == CG_NO_STRING ||
        !cg_grow(&p->entries, &p->entry_capacity, (size_t)entry + 1, sizeof *p->entries)) {
        return CG_NO_STRING;
    }
    memset(p->entries + old, 0, (p->entry_capacity - old) * sizeof *p->entries);
    if (!p->entries[entry].known) {
        take_apart(p, &p->entries[entry], text, address);
    }
    return entry;
}

bool perf_stack_push(struct perf_stack *p, struct perf_text text, uint64_t address)
{
    uint32_t entry = find_entry(p, text, address);
    if (entry == CG_NO_STRING ||
        !cg_grow(&p->frames, &p->capacity, p->depth + 1, sizeof *p->frames)) {
        return false;
    }
    p->frames[p->depth++] = (struct perf_frame){
        .entry = entry, .site_file = BUILDER_NONE, .inlined = p->entries[entry].inlined};
    return true;
}

static bool is_same(const struct perf_frame *a, const struct perf_frame *b)
{
    return a->entry == b->entry && a->site_file == b->site_file && a->site_line == b->site_line &&
           a->inlined == b->inlined;
}

/* The number of outer frames in common with the previous sample. */
static size_t shared(const struct perf_stack *p)
{
    size_t most = p->depth < p->last_depth ? p->depth : p->last_depth;
    size_t same = 0;
    while (same < most &&
           is_same(&p->frames[p->depth - 1 - same], &p->last[p->last_depth - 1 - same])) {
        same++;
    }
    return same;
}

/* The object of a frame: for an inlined one that of the function it is inlined into. */
static uint32_t object_of(const struct perf_stack *p, size_t from_inside)
{
    size_t i = from_inside;
    while (i + 1 < p->depth && p->frames[i].inlined &&
           p->entries[p->frames[i].entry].object == BUILDER_NONE) {
        i++;
    }
    return p->entries[p->frames[i].entry].object;
}

static void build_from(struct perf_stack *p, size_t depth, unsigned flags)
{
    uint32_t object = BUILDER_NONE;
    for (size_t i = depth; i < p->depth; i++) {
        const struct perf_frame *frame = &p->frames[p->depth - 1 - i];
        const struct perf_frame *caller = i ? frame + 1 : NULL;
        const struct perf_entry *entry = &p->entries[frame->entry];
        struct profile_frame new = BUILDER_FRAME_INIT;
        if (i == depth || !frame->inlined || entry->object != BUILDER_NONE) {
            object = object_of(p, p->depth - 1 - i);
        }
        new.name = entry->name;
        new.object = object;
        new.kind = entry->kind;
        p->paths[i] =
            builder_path(p->b, i ? p->paths[i - 1] : CG_NO_CONTEXT, builder_frame(p->b, &new),
                         caller ? caller->site_file : BUILDER_NONE, caller ? caller->site_line : 0,
                         (frame->inlined ? CG_CONTEXT_INLINED : 0) | (i ? 0 : flags));
    }
}

/* The current stack becomes the previous one. */
static void swap(struct perf_stack *p, unsigned flags)
{
    struct perf_frame *frames = p->last;
    size_t capacity = p->last_capacity;
    p->last = p->frames;
    p->last_capacity = p->capacity;
    p->last_depth = flags ? 0 : p->depth; /* its paths differ */
    p->frames = frames;
    p->capacity = capacity;
    p->depth = 0;
}

cg_call_context perf_stack_take(struct perf_stack *p, unsigned flags)
{
    size_t depth = p->depth;
    if (!cg_grow(&p->paths, &p->path_capacity, depth, sizeof *p->paths)) {
        return BUILDER_NONE;
    }
    build_from(p, flags ? 0 : shared(p), flags);
    swap(p, flags);
    return p->paths[depth - 1];
}

void perf_stack_place(struct perf_stack *p, const char *text, size_t length)
{
    struct perf_frame *frame = &p->frames[p->depth - 1];
    struct perf_text file;
    bool inlined;
    uint32_t line;
    if (perf_source_line(text, length, &file, &line, &inlined)) {
        frame->site_file = string(p, file);
        frame->site_line = line;
    }
    frame->inlined = frame->inlined || inlined;
}

bool perf_stack_is_cut(const struct perf_stack *p)
{
    const struct perf_frame *frame = &p->frames[p->depth - 1];
    return p->objects && !p->entries[frame->entry].closed && frame->site_file == BUILDER_NONE;
}

bool perf_stack_init(struct perf_stack *p, struct builder *b)
{
    *p = (struct perf_stack){.b = b};
    return cg_pool_init(&p->lines);
}

void perf_stack_free(struct perf_stack *p)
{
    cg_pool_free(&p->lines);
    cg_text_free(&p->key);
    free(p->entries);
    free(p->frames);
    free(p->last);
    free(p->paths);
}

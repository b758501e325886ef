/* Keeps the frames of the last stack of a thread, and finds where a new stack goes on as it did. */
#include "memo.h"

#include <string.h>

#define LEAST_FRAMES 64u /* of a stack that is worth it */
#define MOST_PAUSES 255u

static const unsigned char kept[MEMO_REGISTERS] = {
    IMAGE_STACK_POINTER, IMAGE_RETURN, IMAGE_FRAME_POINTER, 3, 12, 13, 14, 15};

/* A frame as the walk came to it. */
struct state {
    uint64_t registers[MEMO_REGISTERS];
    uint64_t is_exact;
};

/* What is known of a frame: its state, and what the walk made of it. */
struct known {
    struct state state;
    struct unwound_frame frame;
};

struct memo {
    GArray *known; /* struct known: the last walk from the outside in */
    GArray *fresh; /* struct state: this walk from the inside out, as far as it is new */
    enum unwound_end end;
    GByteArray *stack; /* that of the last walk, which ended at `stack_end` */
    uint64_t stack_end;
    const struct snapshot *snapshot;
    uint64_t same_from; /* memory from here on is as it was */
    guint next;         /* frames of the last walk that are not inside of where this one is */
    guint joined;       /* of these, were taken over */
    const struct space *space;
    uint32_t changes; /* of the space */
    bool is_deep;     /* the last walk was worth noting */
    bool notes;       /* this walk */
    uint32_t
        pause; /* walks that are not noted: where stacks change as a whole, it is for nothing */
    uint32_t pauses; /* how many these were the last time */
};

struct memo *memo_new(void)
{
    struct memo *memo = g_new0(struct memo, 1);
    memo->known = g_array_new(FALSE, FALSE, sizeof(struct known));
    memo->fresh = g_array_new(FALSE, FALSE, sizeof(struct state));
    memo->stack = g_byte_array_new();
    return memo;
}

void memo_free(struct memo *memo)
{
    if (memo) {
        g_array_unref(memo->known);
        g_array_unref(memo->fresh);
        g_byte_array_unref(memo->stack);
        g_free(memo);
    }
}

static uint64_t word_before(const unsigned char *end)
{
    uint64_t word;
    memcpy(&word, end - sizeof word, sizeof word);
    return word;
}

/* How many bytes before two ends are equal, in whole words. */
static uint64_t count_equal(const unsigned char *a, const unsigned char *b, uint64_t most)
{
    uint64_t count = 0;
    while (count + 64 <= most && memcmp(a - count - 64, b - count - 64, 64) == 0) {
        count += 64;
    }
    while (count + 8 <= most && word_before(a - count) == word_before(b - count)) {
        count += 8;
    }
    return count;
}

void memo_begin(struct memo *memo, const struct space *space, const struct snapshot *snapshot)
{
    uint64_t size = snapshot->stack_size;
    uint64_t end = snapshot->registers[IMAGE_STACK_POINTER] + size;
    memo->notes = memo->is_deep && !memo->pause;
    memo->pause -= memo->pause > 0;
    if (memo->stack_end != end || memo->space != space || memo->changes != space->changes) {
        g_array_set_size(memo->known, 0);
    }
    memo->same_from = end;
    if (memo->known->len) {
        memo->same_from -= count_equal(snapshot->stack + size, memo->stack->data + memo->stack->len,
                                       MIN(size, memo->stack->len));
    }
    memo->snapshot = snapshot;
    memo->space = space;
    memo->changes = space->changes;
    memo->stack_end = end;
    memo->next = memo->known->len;
    memo->joined = 0;
    g_array_set_size(memo->fresh, 0);
}

static struct state state_of(const uint64_t *registers, bool is_exact)
{
    struct state state = {.is_exact = is_exact};
    for (guint i = 0; i < MEMO_REGISTERS; i++) {
        state.registers[i] = registers[kept[i]];
    }
    return state;
}

static const struct known *known_at(const struct memo *memo, guint i)
{
    return &g_array_index(memo->known, struct known, i);
}

bool memo_join(struct memo *memo, const uint64_t *registers, bool is_exact, GArray *frames,
               guint count, enum unwound_end *end)
{
    uint64_t stack = registers[IMAGE_STACK_POINTER];
    if (!memo->notes) {
        return false;
    }
    while (memo->next && known_at(memo, memo->next - 1)->state.registers[0] < stack) {
        memo->next--;
    }
    const struct state state = state_of(registers, is_exact);
    if (memo->next && stack >= memo->same_from &&
        memcmp(&known_at(memo, memo->next - 1)->state, &state, sizeof state) == 0) {
        memo->joined = memo->next;
        g_array_set_size(frames, count + memo->joined);
        for (guint i = memo->joined; i-- > 0;) {
            g_array_index(frames, struct unwound_frame, count++) = known_at(memo, i)->frame;
        }
        *end = memo->end;
        return true;
    }
    g_array_append_val(memo->fresh, state);
    return false;
}

static void keep_stack(struct memo *memo)
{
    const struct snapshot *snapshot = memo->snapshot;
    uint64_t from = snapshot->registers[IMAGE_STACK_POINTER];
    if (memo->stack->len == snapshot->stack_size) { /* what is equal is there */
        memcpy(memo->stack->data, snapshot->stack, memo->same_from - from);
    } else {
        g_byte_array_set_size(memo->stack, (guint)snapshot->stack_size);
        memcpy(memo->stack->data, snapshot->stack, snapshot->stack_size);
    }
}

/* Note the frames that are new. */
static void keep_frames(struct memo *memo, const GArray *frames)
{
    g_array_set_size(memo->known, memo->joined);
    for (guint i = memo->fresh->len; i-- > 0;) {
        const struct known known = {g_array_index(memo->fresh, struct state, i),
                                    g_array_index(frames, struct unwound_frame, i)};
        g_array_append_val(memo->known, known);
    }
}

void memo_end(struct memo *memo, const GArray *frames, enum unwound_end end, bool usable)
{
    bool had = memo->known->len > 0;
    memo->is_deep = usable && frames->len >= LEAST_FRAMES;
    if (memo->joined > frames->len / 2) {
        memo->pauses = 0;
    } else if (had) {
        memo->pauses = MIN(memo->pauses * 2 + 1, MOST_PAUSES);
        memo->pause = memo->pauses;
    }
    if (memo->notes && memo->is_deep && !memo->pause) {
        keep_frames(memo, frames);
        keep_stack(memo);
        memo->end = end;
    } else {
        g_array_set_size(memo->known, 0);
    }
}

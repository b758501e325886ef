/* Stacks that are walked with what is known of the last one have the frames that they have without.
 */
#include "memo.h"
#include "support.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define MOST_BYTES 200000u
#define DEPTH 300
#define WALKS 3000

static struct space space;
static struct images *images;
static struct memo *memo;
static GArray *walked, *joined; /* struct unwound_frame */
static uint64_t stack_end;
static unsigned state, walks, deep;
static unsigned char copy[MOST_BYTES];

static unsigned random_below(unsigned bound)
{
    state = state * 1103515245u + 12345u;
    return (state >> 8) % bound;
}

static void read_maps(void)
{
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    ck_assert_ptr_nonnull(maps);
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end, offset, inode;
        char rights[8], path[2048] = "";
        if (sscanf(line, "%lx-%lx %7s %lx %*s %lu %2047s", &start, &end, rights, &offset, &inode,
                   path) < 5) {
            continue;
        }
        if (strcmp(path, "[stack]") == 0) {
            stack_end = end;
        }
        if (rights[2] == 'x' && path[0] == '/') {
            const struct mapping mapping = {.start = start,
                                            .end = end,
                                            .offset = offset,
                                            .inode = inode,
                                            .path = g_intern_string(path),
                                            .image = images_find(images, path)};
            space_map(&space, &mapping);
        }
    }
    fclose(maps);
}

static void same_frames(const GArray *a, const GArray *b)
{
    ck_assert_uint_eq(a->len, b->len);
    for (guint i = 0; i < a->len; i++) {
        const struct unwound_frame *x = &g_array_index(a, struct unwound_frame, i);
        const struct unwound_frame *y = &g_array_index(b, struct unwound_frame, i);
        ck_assert_uint_eq(x->address, y->address);
        ck_assert_uint_eq(x->site, y->site);
        ck_assert_int_eq(x->is_signal, y->is_signal);
    }
}

/* Also what sanitizers put between variables. */
__attribute__((no_sanitize("address"))) static void copy_stack(uint64_t from, uint64_t size)
{
    const volatile unsigned char *bytes = (const volatile unsigned char *)from;
    for (uint64_t i = 0; i < size; i++) {
        copy[i] = bytes[i];
    }
}

static struct snapshot look_at(const ucontext_t *context)
{
    static const int places[IMAGE_REGISTERS] = {
        REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8,
        REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    struct snapshot snapshot = {.stack = copy};
    for (unsigned i = 0; i < IMAGE_REGISTERS; i++) {
        snapshot.registers[i] = (uint64_t)context->uc_mcontext.gregs[places[i]];
    }
    uint64_t from = snapshot.registers[IMAGE_STACK_POINTER];
    snapshot.stack_size = MIN(stack_end - from, MOST_BYTES);
    copy_stack(from, snapshot.stack_size);
    return snapshot;
}

static __attribute__((noinline)) void walk(void)
{
    ucontext_t context;
    getcontext(&context);
    struct snapshot snapshot = look_at(&context);
    if (random_below(8) == 0) { /* as of a stack that is longer than its copy */
        snapshot.stack_size = random_below((unsigned)snapshot.stack_size) / 8 * 8;
    }
    enum unwound_end end = unwind(walked, &space, &snapshot, NULL);
    ck_assert_int_eq(unwind(joined, &space, &snapshot, memo), end);
    same_frames(walked, joined);
    deep += walked->len > 100;
    walks++;
}

static __attribute__((noinline)) unsigned down(unsigned depth)
{
    volatile unsigned kept = depth;
    do {
        if (random_below(3) == 0) {
            walk();
        }
        if (depth && random_below(20)) {
            down(depth - 1);
        }
        kept += random_below(5) == 0;
    } while (walks < WALKS && random_below(2));
    return kept;
}

static void begin(void)
{
    images = images_new();
    space_init(&space);
    memo = memo_new();
    walked = g_array_new(FALSE, FALSE, sizeof(struct unwound_frame));
    joined = g_array_new(FALSE, FALSE, sizeof(struct unwound_frame));
    read_maps();
}

static void end(void)
{
    memo_free(memo);
    g_array_unref(walked);
    g_array_unref(joined);
    space_clear(&space);
    images_free(images);
}

START_TEST(test_random)
{
    begin();
    while (walks < WALKS) {
        down(DEPTH);
    }
    ck_assert_uint_gt(deep, WALKS / 20);
    end();
}
END_TEST

static __attribute__((noinline)) void look_here(struct snapshot *out)
{
    ucontext_t context;
    getcontext(&context);
    *out = look_at(&context);
}

static __attribute__((noinline)) unsigned deepen(unsigned depth, struct snapshot *out)
{
    volatile unsigned kept = depth;
    if (!depth) {
        look_here(out);
        return 0;
    }
    return deepen(depth - 1, out) + kept;
}

START_TEST(test_changed)
{
    struct snapshot snapshot;
    begin();
    deepen(DEPTH, &snapshot);
    for (unsigned i = 0; i < 3; i++) {
        unwind(joined, &space, &snapshot, memo);
    }
    /* the caller of a call far outside is another one now: all calls of deepen come from one site
     */
    uint64_t other = g_array_index(joined, struct unwound_frame, joined->len - 4).site;
    uint64_t site = g_array_index(joined, struct unwound_frame, DEPTH / 2).site;
    uint64_t at = 0;
    for (unsigned left = DEPTH / 2; left > 0 && at < snapshot.stack_size; at += sizeof site) {
        left -= memcmp(copy + at, &site, sizeof site) == 0;
    }
    ck_assert_uint_lt(at, snapshot.stack_size);
    memcpy(copy + at - sizeof site, &other, sizeof other);
    enum unwound_end ended = unwind(walked, &space, &snapshot, NULL);
    ck_assert_int_eq(unwind(joined, &space, &snapshot, memo), ended);
    same_frames(walked, joined);
    end();
}
END_TEST

START_TEST(test_joins)
{
    struct snapshot snapshot;
    begin();
    deepen(DEPTH, &snapshot);
    ck_assert_int_eq(unwind(walked, &space, &snapshot, NULL), UNWOUND_WHOLE);
    ck_assert_uint_gt(walked->len, DEPTH);
    for (unsigned i = 0; i < 3; i++) {
        unwind(joined, &space, &snapshot, memo);
    }
    /* without tables, nothing can be walked */
    g_array_set_size(space.mappings, 0);
    ck_assert_int_eq(unwind(joined, &space, &snapshot, memo), UNWOUND_WHOLE);
    same_frames(walked, joined);
    space.changes++;
    ck_assert_int_eq(unwind(joined, &space, &snapshot, memo), UNWOUND_BROKEN);
    end();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_random, test_changed, test_joins, NULL};
    return run_tests("memo", tests, 120);
}

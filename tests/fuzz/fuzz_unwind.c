/*
 * Frames of a program that lies about its unwind tables end, and each is an address.
 *
 * Input: the registers of a thread, then the executable; its stack has the same bytes.
 */
#include "fuzz.h"

#include <unwind.h>

#include <string.h>

#define START 0x400000u

static void unwind_from(GArray *frames, struct space *space, const uint8_t *data, size_t size)
{
    struct snapshot snapshot = {.stack = data, .stack_size = size};
    memcpy(snapshot.registers, data, sizeof snapshot.registers);
    const struct mapping *mapping = &g_array_index(space->mappings, struct mapping, 0);
    uint64_t *next = &snapshot.registers[IMAGE_RETURN];
    *next = mapping->start + *next % (mapping->end - mapping->start);
    for (unsigned i = 0; i < 8; i++) {
        enum unwound_end end = unwind(frames, space, &snapshot, NULL);
        FUZZ_CHECK(end == UNWOUND_WHOLE || end == UNWOUND_DEEP || end == UNWOUND_BROKEN);
        FUZZ_CHECK(frames->len > 0);
        *next = mapping->start + (*next * 31 + 7) % (mapping->end - mapping->start);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t head = IMAGE_REGISTERS * sizeof(uint64_t);
    if (size <= head) {
        return 0;
    }
    struct image *image = image_open(fuzz_file(data + head, size - head));
    const struct mapping mapping = {
        .start = START, .end = START + (size - head), .path = "fuzz", .image = image};
    GArray *frames = g_array_new(FALSE, FALSE, sizeof(struct unwound_frame));
    struct space space;
    space_init(&space);
    space_map(&space, &mapping);
    unwind_from(frames, &space, data, size);
    space_clear(&space);
    g_array_unref(frames);
    image_free(image);
    return 0;
}

/*
 * Runs a fuzz target without libFuzzer: replay MUTATIONS FILE...
 *
 * Every file goes through the target as it is, then MUTATIONS changed and combined ones, the same
 * in every run. An input that makes the target abort is left in the file failed-input.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LARGEST 65536

struct input {
    uint8_t bytes[LARGEST];
    size_t length;
};

static const struct input *running;

static void keep_input(int signal)
{
    (void)signal;
    int fd = open("failed-input", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    (void)!write(fd, running->bytes, running->length);
    close(fd);
}

static void run(const struct input *input)
{
    running = input;
    LLVMFuzzerTestOneInput(input->bytes, input->length);
}

static uint32_t draw(uint32_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return below ? (uint32_t)(state >> 33) % below : 0;
}

static void remove_bytes(struct input *input, size_t at, size_t count)
{
    count = count < input->length - at ? count : input->length - at;
    memmove(input->bytes + at, input->bytes + at + count, input->length - at - count);
    input->length -= count;
}

static void insert_bytes(struct input *input, size_t at, const void *bytes, size_t count)
{
    if (input->length + count > LARGEST) {
        return;
    }
    memmove(input->bytes + at + count, input->bytes + at, input->length - at);
    memcpy(input->bytes + at, bytes, count);
    input->length += count;
}

static void mutate(struct input *input, const struct input *other)
{
    static const char *const words[] = {"null",
                                        "true",
                                        "{}",
                                        "[]",
                                        "\"\"",
                                        "\"0\"",
                                        "\"f#0\"",
                                        "\"f#1\"",
                                        ",",
                                        ":",
                                        "}",
                                        "{",
                                        "]",
                                        "\"",
                                        "\\u0000",
                                        "\\ud800",
                                        "\xc3\xa9",
                                        "\xed\xa0\x80",
                                        "\"callees\":",
                                        "\"meta\":",
                                        "\"nodes\":",
                                        "\"_CG\":",
                                        "\"_CGMeta\":",
                                        "\"edgeMetadata\":",
                                        "\"refs\":[\"1\",\"0\"],",
                                        "\"ref\":{\"0\":\"0\"},",
                                        "\"_CGProperties\":[],",
                                        "\"origin\":",
                                        "1e400",
                                        "-0",
                                        "\n{",
                                        ";",
                                        "\t",
                                        "\n\n",
                                        " 1\n",
                                        " => ",
                                        "[unknown]",
                                        " -> ",
                                        " except ",
                                        "\nlayers ",
                                        " > ",
                                        "\ndeny "};
    size_t at = draw((uint32_t)input->length + 1), from = draw((uint32_t)other->length + 1);
    size_t count = draw(40);
    const char *word = words[draw(sizeof words / sizeof *words)];
    switch (draw(5)) {
    case 0:
        remove_bytes(input, at, 1 + count);
        break;
    case 1:
        insert_bytes(input, at, word, strlen(word));
        break;
    case 2:
        count = count < other->length - from ? count : other->length - from;
        insert_bytes(input, at, other->bytes + from, count);
        break;
    case 3:
        remove_bytes(input, at, strlen(word));
        insert_bytes(input, at, word, strlen(word));
        break;
    default:
        if (at < input->length) {
            input->bytes[at] ^= (uint8_t)(1u << draw(8));
        }
    }
}

static bool load(struct input *input, const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return false;
    }
    input->length = fread(input->bytes, 1, LARGEST, in);
    fclose(in);
    return true;
}

int main(int argc, char **argv)
{
    int count = argc - 2;
    struct input *inputs = calloc((size_t)(count > 0 ? count : 0) + 1, sizeof *inputs);
    struct input *changed = malloc(sizeof *changed);
    if (count < 1 || !inputs || !changed) {
        fprintf(stderr, "usage: replay MUTATIONS FILE...\n");
        return 2;
    }
    signal(SIGABRT, keep_input);
    for (int i = 0; i < count; i++) {
        if (!load(&inputs[i], argv[i + 2])) {
            return 2;
        }
        run(&inputs[i]);
    }
    long mutations = atol(argv[1]);
    for (long i = 0; i < mutations; i++) {
        *changed = inputs[draw((uint32_t)count)];
        for (uint32_t n = 1 + draw(4); n > 0; n--) {
            mutate(changed, &inputs[draw((uint32_t)count)]);
        }
        run(changed);
    }
    printf("%d files, %ld mutations\n", count, mutations);
    free(inputs);
    free(changed);
    return 0;
}

/*
 * Generates a callgrind.out of a wanted size: generate-callgrind FUNCTIONS MEBIBYTES EVENTS FILE
 *
 * What callgrind writes for a program that large: a part for each of as many threads as it takes,
 * both compressions, per function some forty lines of costs and eight calls, inlined code from
 * other files.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 0x9e3779b97f4a7c15ull;

static uint32_t random_below(uint32_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * bound >> 32);
}

struct output {
    FILE *file;
    uint32_t current; /* file */
    uint32_t functions;
    uint32_t events;
    bool *named; /* by function */
    bool *file_named;
};

static void put_function(struct output *out, const char *key, uint32_t function)
{
    if (out->named[function]) {
        fprintf(out->file, "%s=(%" PRIu32 ")\n", key, function);
        return;
    }
    out->named[function] = true;
    fprintf(out->file,
            "%s=(%" PRIu32 ") _ZN7project6module%" PRIu32 "5ClassI%" PRIu32
            "E6methodERKNS_4TypeE\n",
            key, function, function % 997, function);
}

static void put_file(struct output *out, const char *key, uint32_t file)
{
    if (out->file_named[file]) {
        fprintf(out->file, "%s=(%" PRIu32 ")\n", key, file);
        return;
    }
    out->file_named[file] = true;
    fprintf(out->file, "%s=(%" PRIu32 ") ./project/module%" PRIu32 "/source%" PRIu32 ".cc\n", key,
            file, file % 97, file);
}

static uint32_t file_of(uint32_t function)
{
    return function / 16;
}

static void put_costs(struct output *out, uint32_t scale)
{
    for (uint32_t i = 0; i < out->events; i++) {
        fprintf(out->file, " %" PRIu32, random_below(scale << random_below(12)));
    }
    fputc('\n', out->file);
}

static void put_call(struct output *out, uint32_t function)
{
    uint32_t callee = (function * 31 + random_below(8)) % out->functions;
    if (file_of(callee) != out->current) {
        put_file(out, "cfi", file_of(callee));
    }
    put_function(out, "cfn", callee);
    fprintf(out->file, "calls=%" PRIu32 " %" PRIu32 " \n*", 1 + random_below(1000),
            1 + random_below(5000));
    put_costs(out, 1000);
}

/* Where its lines are and what it calls is the same in all threads. */
static void put_body(struct output *out, uint32_t function)
{
    state = (function + 1) * 0x9e3779b97f4a7c15ull;
    out->current = file_of(function);
    fputc('\n', out->file);
    put_file(out, "fl", file_of(function));
    put_function(out, "fn", function);
    fprintf(out->file, "%" PRIu32, 1 + function % 5000);
    put_costs(out, 10);
    for (int i = 0; i < 40; i++) {
        fprintf(out->file, "+%" PRIu32, 1 + random_below(4));
        put_costs(out, 10);
        if (i % 5 == 0) {
            put_call(out, function);
        }
        if (i % 16 == 7) {
            out->current = file_of(random_below(out->functions));
            put_file(out, "fi", out->current);
        } else if (i % 16 == 12) {
            out->current = file_of(function);
            put_file(out, "fe", out->current);
        }
    }
}

static void put_part(struct output *out, unsigned thread)
{
    fprintf(out->file, "pid: 1\ncmd: ./program\npart: 1\nthread: %u\n\n", thread);
    fputs("desc: Trigger: Program termination\n\npositions: line\nevents:", out->file);
    for (uint32_t i = 0; i < out->events; i++) {
        fprintf(out->file, " E%" PRIu32, i);
    }
    fputc('\n', out->file);
}

int main(int argc, char **argv)
{
    struct output out = {0};
    if (argc != 5 || !(out.file = fopen(argv[4], "w"))) {
        fputs("usage: generate-callgrind FUNCTIONS MEBIBYTES EVENTS FILE\n", stderr);
        return 2;
    }
    out.functions = (uint32_t)atoi(argv[1]);
    out.events = (uint32_t)atoi(argv[3]);
    out.named = calloc(out.functions, sizeof *out.named);
    out.file_named = calloc(out.functions, sizeof *out.file_named);
    if (!out.named || !out.file_named) {
        return 2;
    }
    fputs("# callgrind format\nversion: 1\ncreator: generate\n", out.file);
    uint32_t function = 0;
    for (unsigned thread = 1; ftell(out.file) >> 20 < atol(argv[2]); function++) {
        if (function % out.functions == 0) {
            put_part(&out, thread++);
        }
        put_body(&out, function % out.functions);
    }
    free(out.named);
    free(out.file_named);
    return fclose(out.file) ? 2 : 0;
}

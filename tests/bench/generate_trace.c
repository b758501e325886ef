/*
 * Chrome traces of any size: bench-generate-trace FORM BYTES FILE
 *
 *   begin   begins and ends as uftrace writes them
 *   xray    as XRay does: everything quoted, with white space
 *   span    with a duration each, written when they end, of four threads at once
 *
 * A walk at random over functions that each call a few others, to a depth of 12.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 12, FUNCTIONS = 2000, CALLEES = 4, THREADS = 4 };

enum form { FORM_BEGIN, FORM_XRAY, FORM_SPAN };

struct thread {
    unsigned stack[DEEPEST];
    uint64_t since[DEEPEST];
    unsigned depth;
};

static uint64_t state = 88172645463325252u;

static unsigned draw(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % below;
}

static void name_of(char *out, unsigned function)
{
    sprintf(out, "_ZN7project%umodule%u8functionERKSt6vectorIiSaIiEE", function % 37 + 10,
            function);
}

static void write_event(FILE *out, enum form form, char phase, unsigned function, uint64_t ns,
                        unsigned thread, const char *comma)
{
    char name[100];
    name_of(name, function);
    if (form == FORM_XRAY) {
        fprintf(out,
                "    { \"name\" : \"%s\", \"ph\" : \"%c\", \"tid\" : \"%u\", \"pid\" : \"7672\", "
                "\"ts\" : \"%llu.%03u0\", \"sf\" : \"%u\" }%s\n",
                name, phase, 7672 + thread, (unsigned long long)(1795169915237739 + ns / 1000),
                (unsigned)(ns % 1000), function, comma);
    } else {
        fprintf(out, "{\"ts\":%llu.%03u,\"ph\":\"%c\",\"pid\":%u,\"name\":\"%s\"}%s\n",
                (unsigned long long)(1169237040 + ns / 1000), (unsigned)(ns % 1000), phase,
                21218 + thread, name, comma);
    }
}

static void write_span(FILE *out, unsigned function, uint64_t since, uint64_t now, unsigned thread)
{
    char name[100];
    name_of(name, function);
    fprintf(out,
            "{\"name\":\"%s\",\"cat\":\"function\",\"ph\":\"X\",\"pid\":1,\"tid\":%u,"
            "\"ts\":%llu.%03u,\"dur\":%llu.%03u,\"args\":{\"value\":%u}},\n",
            name, thread + 1, (unsigned long long)(since / 1000), (unsigned)(since % 1000),
            (unsigned long long)((now - since) / 1000), (unsigned)((now - since) % 1000), function);
}

static void step(FILE *out, enum form form, struct thread *t, unsigned number, uint64_t now)
{
    bool begins = t->depth == 0 || (t->depth < DEEPEST && draw(2));
    if (begins) {
        unsigned caller = t->depth ? t->stack[t->depth - 1] : 0;
        unsigned callee = (caller * CALLEES + draw(draw(CALLEES) + 1) + 1) % FUNCTIONS;
        t->stack[t->depth] = callee;
        t->since[t->depth++] = now;
    } else {
        t->depth--;
    }
    unsigned function = t->stack[begins ? t->depth - 1 : t->depth];
    if (form != FORM_SPAN) {
        write_event(out, form, begins ? 'B' : 'E', function, now, number, ",");
    } else if (!begins) {
        write_span(out, function, t->since[t->depth], now, number);
    }
}

int main(int argc, char **argv)
{
    static const char *const forms[] = {"begin", "xray", "span"};
    static struct thread threads[THREADS];
    unsigned form = 0;
    while (argc == 4 && form < 3 && strcmp(argv[1], forms[form]) != 0) {
        form++;
    }
    FILE *out = argc == 4 && form < 3 ? fopen(argv[3], "wb") : NULL;
    if (!out) {
        fprintf(stderr, "usage: bench-generate-trace begin|xray|span BYTES FILE\n");
        return 2;
    }
    uint64_t now = 1000;
    long long wanted = strtoll(argv[2], NULL, 10);
    fprintf(out, "{\"traceEvents\":[\n");
    for (unsigned i = 0; i % 1024 || ftello(out) < wanted; i++) {
        now += 20 + draw(400);
        step(out, form, &threads[form == FORM_SPAN ? i % THREADS : 0],
             form == FORM_SPAN ? i % THREADS : 0, now);
    }
    fprintf(out, "{}]}\n");
    return fclose(out) ? 2 : 0;
}

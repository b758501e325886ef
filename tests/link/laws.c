/*
 * Whether linking gives the same bytes whatever the order and the parts.
 *
 *     laws SEED CHECK...       each CHECK is order or partial
 *     laws SEED link
 *
 * Each line of standard input is a program: the graph that cgmerge made of it, and the graphs that
 * this is of, separated by blanks. `order` links them the other way round, and `partial` merges two
 * or three at random (cgmerge -r) until one is left, and links that. Prints `CHECK PROGRAM` for
 * each that differs; the exit status is 1 then, and 2 on an error. With `link` the first graph of a
 * line is made of the others.
 *
 * One process for many programs: starting cgmerge for each of these graphs takes longer than
 * linking it.
 */
#include <libcg/libcg.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../dump.h"

#define MOST_GRAPHS 64

/** A graph as a file. */
struct bytes {
    char *bytes;
    size_t length;
};

struct laws {
    struct cg_registry *registry;
    struct cg_summaries *summaries;
    bool order;
    bool partial;
    bool link;
    bool apart; /**< definitions of one name are of separate programs */
    bool typed; /**< calls are promised to be typed */
    unsigned random;
    bool broken;
};

static void must(int status, const struct cg_error *error)
{
    if (status) {
        die(error);
    }
}

static unsigned draw(struct laws *laws, size_t below)
{
    laws->random = laws->random * 1103515245u + 12345u;
    return (unsigned)((laws->random >> 8) % below);
}

static struct bytes read_bytes(const char *path)
{
    struct bytes read = {NULL, 0};
    size_t capacity = 1 << 16, got;
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    do {
        capacity *= 2;
        read.bytes = realloc(read.bytes, capacity);
        got = read.bytes ? fread(read.bytes + read.length, 1, capacity - read.length, file) : 0;
        read.length += got;
    } while (got && read.length == capacity);
    fclose(file);
    if (!read.bytes) {
        exit(2);
    }
    return read;
}

static int append(void *user, const void *bytes, size_t length)
{
    struct bytes *out = user;
    char *more = realloc(out->bytes, out->length + length + 1);
    if (!more) {
        exit(2);
    }
    memcpy(more + out->length, bytes, length);
    *out = (struct bytes){more, out->length + length};
    return 0;
}

static void link_whole(struct cg_graph *whole, const struct laws *laws)
{
    struct cg_error error;
    struct cg_link_report *report;
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    options.summaries = laws->summaries;
    options.promised = laws->typed ? CG_PROMISE_TYPED_CALLS : 0;
    must(cg_graph_link(whole, &options, &report, &error), &error);
    cg_link_report_free(report);
    must(cg_graph_derive(whole, &error), &error);
}

/** As cgmerge does, with -r unless `link`. */
static struct bytes merge(const struct bytes *graphs, size_t count, bool link,
                          const struct laws *laws)
{
    struct cg_error error;
    struct cg_merger *merger;
    struct cg_graph *whole, *part;
    struct bytes out = {NULL, 0};
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, laws->registry, laws->apart};
    must(cg_merger_new(&merger, &options, &error), &error);
    for (size_t i = 0; i < count; i++) {
        must(cg_read_memory(&part, graphs[i].bytes, graphs[i].length, "graph", NULL, &error),
             &error);
        must(cg_merger_add(merger, part, &error), &error);
        cg_graph_free(part);
    }
    must(cg_merger_finish(&whole, merger, &error), &error);
    cg_merger_free(merger);
    must(cg_graph_settle_unresolved_calls(whole, &error), &error);
    for (cg_node n = 0; n < cg_graph_node_count(whole) && !link; n++) {
        cg_metadata_remove(whole, CG_ON_NODE, n, CG_KEY_RECURSION);
    }
    if (link) {
        link_whole(whole, laws);
    }
    must(cg_write(whole, append, &out, NULL, &error), &error);
    cg_graph_free(whole);
    return out;
}

/* Replace two or three of them at random by what they are merged into. */
static size_t merge_some(struct bytes *graphs, size_t count, struct laws *laws)
{
    size_t some = count < 3 ? count : 2 + draw(laws, 2);
    for (size_t i = 0; i < some; i++) {
        size_t other = i + draw(laws, count - i);
        struct bytes chosen = graphs[other];
        graphs[other] = graphs[i];
        graphs[i] = chosen;
    }
    struct bytes merged = merge(graphs, some, false, laws);
    for (size_t i = 0; i < some; i++) {
        free(graphs[i].bytes);
    }
    graphs[0] = merged;
    memmove(graphs + 1, graphs + some, (count - some) * sizeof *graphs);
    return count - some + 1;
}

static void compare(struct laws *laws, const char *check, const char *program,
                    const struct bytes *graphs, size_t count)
{
    struct bytes expected = read_bytes(program), linked = merge(graphs, count, true, laws);
    if (linked.length != expected.length ||
        memcmp(linked.bytes, expected.bytes, linked.length) != 0) {
        printf("%s %s\n", check, program);
        laws->broken = true;
    }
    free(expected.bytes);
    free(linked.bytes);
}

static void write_linked(const struct laws *laws, const char *program, const struct bytes *graphs,
                         size_t count)
{
    struct bytes linked = merge(graphs, count, true, laws);
    FILE *file = fopen(program, "wb");
    if (!file || fwrite(linked.bytes, 1, linked.length, file) != linked.length || fclose(file)) {
        perror(program);
        exit(2);
    }
    free(linked.bytes);
}

static void reverse(struct bytes *graphs, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        struct bytes other = graphs[i];
        graphs[i] = graphs[count - 1 - i];
        graphs[count - 1 - i] = other;
    }
}

static void check(struct laws *laws, char *line)
{
    struct bytes graphs[MOST_GRAPHS];
    size_t count = 0;
    const char *program = strtok(line, " \n"), *path;
    while (program && (path = strtok(NULL, " \n"))) {
        if (count == MOST_GRAPHS) {
            fprintf(stderr, "%s: more than %d graphs\n", program, MOST_GRAPHS);
            exit(2);
        }
        graphs[count++] = read_bytes(path);
    }
    if (laws->link) {
        write_linked(laws, program, graphs, count);
    }
    if (laws->order && count > 1) {
        reverse(graphs, count);
        compare(laws, "order", program, graphs, count);
    }
    if (laws->partial && count) {
        do {
            count = merge_some(graphs, count, laws);
        } while (count > 1);
        compare(laws, "partial", program, graphs, count);
    }
    for (size_t i = 0; i < count; i++) {
        free(graphs[i].bytes);
    }
}

int main(int argc, char **argv)
{
    struct laws laws = {.random = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0};
    struct cg_error error;
    char *line = NULL;
    size_t capacity = 0;
    for (int i = 2; i < argc; i++) {
        laws.order |= strcmp(argv[i], "order") == 0;
        laws.partial |= strcmp(argv[i], "partial") == 0;
        laws.link |= strcmp(argv[i], "link") == 0;
        laws.apart |= strcmp(argv[i], "apart") == 0;
        laws.typed |= strcmp(argv[i], "typed") == 0;
    }
    must(cg_registry_new(&laws.registry, &error), &error);
    must(cg_registry_add_builtin(laws.registry, &error), &error);
    must(cg_summaries_new(&laws.summaries, &error), &error);
    while (getline(&line, &capacity, stdin) > 0) {
        check(&laws, line);
    }
    free(line);
    cg_summaries_free(laws.summaries);
    cg_registry_free(laws.registry);
    return laws.broken;
}

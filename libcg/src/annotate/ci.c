/*
 * .ci, from -fcallgraph-info=su,da of GCC: a graph in the VCG language. Only the nodes of compiled
 * functions matter:
 *
 *   node: { title: "a.c:f" label: "f\na.c:3:5\n32 bytes (static)\n0 dynamic objects" }
 *
 * The title is the linkage name; if that is not unique in the program, internal or weak, the
 * compiled file precedes it (GCC: toplev.cc, dump_final_node_vcg and print_decl_identifier). "\n"
 * is two characters; nothing else is escaped.
 */
#include "annotate/annotate.h"

#include <string.h>

static bool begins(const struct slice *text, const char *with)
{
    size_t length = strlen(with);
    return text->length >= length && memcmp(text->text, with, length) == 0;
}

static void skip_characters(struct slice *text, size_t count)
{
    text->text += count;
    text->length -= count;
}

bool annotate_is_ci(const char *line, size_t length)
{
    const struct slice text = {line, length, false};
    return begins(&text, "graph: {") || begins(&text, "node: {");
}

/* Take all text up to a string, and the string. @return false if it is missing */
static bool take_until(struct slice *text, const char *what, struct slice *out)
{
    const char *at = memmem(text->text, text->length, what, strlen(what));
    if (!at) {
        return false;
    }
    *out = (struct slice){text->text, (size_t)(at - text->text), false};
    skip_characters(text, out->length + strlen(what));
    return true;
}

/* The last line feed of a text, in the label's notation. */
static const char *last_break(const struct slice *text)
{
    for (size_t i = text->length; i > 1; i--) {
        if (text->text[i - 2] == '\\' && text->text[i - 1] == 'n') {
            return text->text + i - 2;
        }
    }
    return NULL;
}

/* `FILE:LINE:COLUMN` */
static void split_place(const struct slice *place, struct slice *file, struct match_query *query)
{
    const char *column = memrchr(place->text, ':', place->length);
    const char *line = column ? memrchr(place->text, ':', (size_t)(column - place->text)) : NULL;
    const char *end = place->text + place->length;
    struct slice numbers = {line ? line + 1 : end, line ? (size_t)(end - line - 1) : 0, false};
    *file = *place;
    if (line && annotate_number(&numbers, &query->line)) {
        file->length = (size_t)(line - place->text);
        skip_characters(&numbers, numbers.length > 0);
        annotate_number(&numbers, &query->column);
    }
}

/** The parts of a node. */
struct ci_node {
    struct slice name;
    struct slice place;
    struct slice bytes;
    struct slice kind;
    bool external;
};

/* Name and place precede the size. @return false if the label has another shape. */
static bool split_label(struct ci_node *out, struct slice *label)
{
    struct slice front, back = *label;
    if (!take_until(&back, " bytes (", &front) || !take_until(&back, ")", &out->kind)) {
        return false;
    }
    const char *size = last_break(&front);
    struct slice head = {front.text, size ? (size_t)(size - front.text) : 0, false};
    const char *place = size ? last_break(&head) : NULL;
    if (!place) {
        return false;
    }
    const char *end = front.text + front.length;
    out->bytes = (struct slice){size + 2, (size_t)(end - size - 2), false};
    out->place = (struct slice){place + 2, (size_t)(size - place - 2), false};
    return annotate_is_digits(&out->bytes) && annotate_is_stack_kind(&out->kind);
}

/* The file may precede an assembler name; a name given in the source begins with '*'. */
static void split_title(struct ci_node *out, const struct slice *title)
{
    const char *colon = memrchr(title->text, ':', title->length);
    out->name = *title;
    out->external = !colon;
    skip_characters(&out->name, colon ? (size_t)(colon + 1 - title->text) : 0);
    skip_characters(&out->name, out->name.length && *out->name.text == '*');
}

static bool take_node(struct annotate_run *run, struct slice text, struct place place)
{
    struct ci_node node;
    struct slice title, ignored, file;
    skip_characters(&text, strlen("node: {"));
    if (!take_until(&text, "title: \"", &ignored) || !take_until(&text, "\" label: \"", &title)) {
        return scanner_fail_at(&run->scan, place, CG_E_FORMAT,
                               "a node of a .ci file lacks its title or label");
    }
    if (!memmem(text.text, text.length, " bytes (", 8)) {
        return true; /* a function without a body, or -fcallgraph-info without su */
    }
    split_title(&node, &title);
    if (!split_label(&node, &text) || !node.name.length) {
        return scanner_fail_at(&run->scan, place, CG_E_FORMAT,
                               "the label of a node is not NAME\\nPLACE\\nN bytes (KIND)");
    }
    struct match_query query = {.compiled = true, .external = node.external};
    split_place(&node.place, &file, &query);
    return annotate_copy(&run->scan, &run->name, node.name.text, node.name.length, place) &&
           annotate_copy(&run->scan, &run->file, file.text, file.length, place) &&
           annotate_stack_size(run, &query, &node.bytes, &node.kind, "ci", place);
}

static bool take_line(struct annotate_run *run, const struct slice *line, struct place place)
{
    if (begins(line, "node: {")) {
        return take_node(run, *line, place);
    }
    return !line->length || begins(line, "edge: {") ||
           scanner_fail_at(&run->scan, place, CG_E_FORMAT,
                           "a line of a .ci file must begin with graph, node, edge or }");
}

/* Graphs follow each other. One without an end was truncated, and lacks nodes. */
static bool follow_graph(struct annotate_run *run, struct place *open, const struct slice *line,
                         struct place place)
{
    bool begin = begins(line, "graph: {"), end = slice_is(line, "}");
    if (begin && open->line) {
        return scanner_fail_at(&run->scan, *open, CG_E_FORMAT,
                               "the graph that begins here does not end before the next");
    }
    if (end && !open->line) {
        return scanner_fail_at(&run->scan, place, CG_E_FORMAT, "a } without a graph");
    }
    *open = begin ? place : end ? (struct place){0} : *open;
    return begin || end || take_line(run, line, place);
}

void annotate_ci(struct annotate_run *run)
{
    struct slice line;
    struct place place, open = {0};
    bool ok = true;
    while (ok && annotate_line(&run->scan, &line, &place)) {
        ok = follow_graph(run, &open, &line, place);
    }
    if (ok && !run->scan.status && open.line) {
        scanner_fail_at(&run->scan, open, CG_E_FORMAT,
                        "the graph that begins here does not end: the file is cut off");
    }
}

/* Files of annotations: opening them and detecting their formats. */
#include "annotate/annotate.h"

#include "base/error.h"
#include "base/versioned_options.h"
#include "graph/graph.h"
#include "strings/digits.h"
#include "strings/utf8.h"
#include "json/scanner_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The scanner's window */

void annotate_new_line(struct scanner *s)
{
    s->line++;
    s->line_offset = s->buffer_offset + (uint64_t)(s->at - s->buffer);
}

bool annotate_line(struct scanner *s, struct slice *line, struct place *place)
{
    size_t length = 0;
    const char *end = NULL;
    *place = scanner_place(s);
    s->keep = s->at;
    while (!end && scanner_have(s, length + 1)) {
        end = memchr(s->at + length, '\n', (size_t)(s->end - s->at) - length);
        length = (size_t)((end ? end : s->end) - s->at);
    }
    bool any = !s->status && (end || length);
    *line = (struct slice){s->at, length, false};
    s->keep = NULL;
    s->at += length;
    if (end) {
        s->at++;
        annotate_new_line(s);
    }
    if (any && length && line->text[length - 1] == '\r') {
        line->length--;
    }
    return any;
}

bool annotate_copy(struct scanner *s, struct cg_text *out, const char *text, size_t length,
                   struct place place)
{
    if (length > CG_LIMIT_NAME) {
        return scanner_fail_at(s, place, CG_E_LIMIT, "a name of more than %u bytes", CG_LIMIT_NAME);
    }
    cg_text_clear(out);
    cg_text_put(out, text, length);
    cg_text_put(out, "", 1);
    if (out->failed) {
        return scanner_fail_at(s, place, CG_E_MEMORY, "out of memory");
    }
    if (memchr(text, 0, length) || !utf8_valid(out->bytes)) {
        return scanner_fail_at(s, place, CG_E_FORMAT, "a name has a NUL character or is not UTF-8");
    }
    return true;
}

bool annotate_number(struct slice *text, uint32_t *out)
{
    size_t length = cg_digits(text->text, text->length);
    uint64_t number = 0;
    bool fits = cg_read_digits(&number, text->text, length, UINT32_MAX);
    *out = (uint32_t)number;
    text->text += length;
    text->length -= length;
    return fits;
}

bool annotate_is_digits(const struct slice *text)
{
    return text->length > 0 && cg_digits(text->text, text->length) == text->length;
}

/* Formats */

/* The first line that is not blank, left in the window; as much of it as one read delivers. */
static struct slice first_line(struct scanner *s)
{
    if (scanner_have(s, 3) && memcmp(s->at, "\xef\xbb\xbf", 3) == 0) {
        s->at += 3;
        s->line_offset += 3;
    }
    if (scanner_peek(s) < 0) {
        return (struct slice){s->at, 0, false};
    }
    scanner_have(s, CG_LIMIT_NAME); /* or everything */
    const char *end = memchr(s->at, '\n', (size_t)(s->end - s->at));
    return (struct slice){s->at, (size_t)((end ? end : s->end) - s->at), false};
}

static void read_run(struct annotate_run *run)
{
    struct scanner *s = &run->scan;
    struct slice line = first_line(s);
    if (!line.length || s->status) {
        return; /* a compiler that compiled no function writes an empty file */
    }
    if (*line.text == '{') {
        annotate_json_lines(run);
    } else if (*line.text == '[') {
        scanner_fail(s, CG_E_FORMAT,
                     "an array is not an annotation format: write JSON lines, one object per line");
    } else if (annotate_is_ci(line.text, line.length)) {
        annotate_ci(run);
    } else if (annotate_is_su(line.text, line.length)) {
        annotate_su(run);
    } else if (annotate_is_csv(line.text, line.length)) {
        annotate_csv(run);
    } else {
        scanner_fail(s, CG_E_FORMAT,
                     "unknown format: expected JSON lines, CSV with a column \"function\", or a "
                     ".su or .ci file");
    }
}

static int annotate(struct cg_annotator *a, int fd, const void *data, size_t length,
                    const char *name, struct cg_error *error)
{
    struct annotate_run run = {.annotator = a};
    struct cg_error ignored;
    uint32_t nodes = cg_graph_node_count(a->graph);
    if (nodes) {
        memset(a->touched, 0, nodes * sizeof *a->touched);
    }
    if (scanner_init(&run.scan, fd, data, length, name, error ? error : &ignored)) {
        read_run(&run);
    }
    scanner_free(&run.scan);
    cg_text_free(&run.name);
    cg_text_free(&run.file);
    cg_text_free(&run.value);
    if (!run.scan.status) {
        memcpy(a->counts, run.counts, sizeof a->counts);
    }
    return run.scan.status;
}

int cg_annotator_memory(struct cg_annotator *annotator, const void *data, size_t length,
                        const char *name, struct cg_error *error)
{
    return annotate(annotator, -1, data, length, name, error);
}

int cg_annotator_file(struct cg_annotator *annotator, const char *path, struct cg_error *error)
{
    if (path[0] == '-' && !path[1]) {
        return annotate(annotator, STDIN_FILENO, NULL, 0, "<stdin>", error);
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return cg_fail_at(error, CG_E_IO, path, 0, 0, "cannot open: %s", strerror(errno));
    }
    int status = annotate(annotator, fd, NULL, 0, path, error);
    close(fd);
    return status;
}

uint64_t cg_annotator_count(const struct cg_annotator *annotator, enum cg_annotated what)
{
    return annotator->counts[what];
}

/* The annotator */

int cg_annotator_new(struct cg_annotator **out, struct cg_graph *graph,
                     const struct cg_annotate_options *options, struct cg_error *error)
{
    struct cg_annotate_options own = CG_ANNOTATE_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_annotate_options, error);
    struct cg_annotator *a = status ? NULL : calloc(1, sizeof *a);
    if (!a) {
        return status ? status : cg_fail_memory(error);
    }
    a->graph = graph;
    a->options = own;
    a->touched = calloc((size_t)cg_graph_node_count(graph) + 1, sizeof *a->touched);
    bool ok = matcher_init(&a->matcher, graph, a->options.demangle);
    ok = cg_pool_init(&a->keys) && ok && a->touched;
    if (!ok) {
        cg_annotator_free(a);
        return cg_fail_memory(error);
    }
    *out = a;
    return CG_OK;
}

void cg_annotator_free(struct cg_annotator *annotator)
{
    if (annotator) {
        matcher_free(&annotator->matcher);
        cg_pool_free(&annotator->keys);
        cg_text_free(&annotator->merged);
        free(annotator->touched);
        free(annotator);
    }
}

int cg_annotate_file(struct cg_graph *graph, const char *path,
                     const struct cg_annotate_options *options, struct cg_error *error)
{
    struct cg_annotator *annotator = NULL;
    int status = cg_annotator_new(&annotator, graph, options, error);
    if (!status) {
        status = cg_annotator_file(annotator, path, error);
        cg_annotator_free(annotator);
    }
    return status;
}

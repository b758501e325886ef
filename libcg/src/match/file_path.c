/* Compares components from the last one to the first. */
#include "match/file_path.h"
#include "base/compare.h"

#include <stdbool.h>
#include <string.h>

/** A walk over the components of a path, last one first. */
struct walk {
    const char *path;
    size_t left; /**< bytes not yet visited */
};

struct component {
    const char *text;
    size_t length;
};

static bool previous_raw(struct walk *walk, struct component *out)
{
    while (walk->left && walk->path[walk->left - 1] == '/') {
        walk->left--;
    }
    size_t end = walk->left;
    while (walk->left && walk->path[walk->left - 1] != '/') {
        walk->left--;
    }
    *out = (struct component){walk->path + walk->left, end - walk->left};
    return end > walk->left;
}

static bool previous(struct walk *walk, struct component *out)
{
    size_t skip = 0;
    while (previous_raw(walk, out)) {
        if (text_is(out->text, out->length, "..")) {
            skip++;
        } else if (!text_is(out->text, out->length, ".") && !skip) {
            return true;
        } else {
            skip -= !text_is(out->text, out->length, ".");
        }
    }
    return false;
}

static bool is_absolute(const struct cg_value *path)
{
    return path->length && *path->text == '/';
}

size_t path_agree(const struct cg_value *a, const struct cg_value *b)
{
    struct walk of_a = {a->text, a->length}, of_b = {b->text, b->length};
    struct component in_a, in_b;
    for (size_t agreed = 0;; agreed++) {
        bool more_a = previous(&of_a, &in_a), more_b = previous(&of_b, &in_b);
        if (!more_a || !more_b) {
            bool rooted = (more_b && is_absolute(a)) || (more_a && is_absolute(b));
            return rooted ? 0 : agreed;
        }
        if (in_a.length != in_b.length || memcmp(in_a.text, in_b.text, in_a.length) != 0) {
            return 0;
        }
    }
}

struct cg_value path_last(const struct cg_value *path)
{
    struct walk walk = {path->text, path->length};
    struct component last;
    return previous(&walk, &last) ? (struct cg_value){last.text, last.length}
                                  : (struct cg_value){path->text, 0};
}

size_t path_reversed(struct cg_text *out, const struct cg_value *path)
{
    struct walk walk = {path->text, path->length};
    struct component component;
    size_t count = 0;
    while (previous(&walk, &component)) {
        cg_text_put(out, component.text, component.length);
        cg_text_put(out, "", 1);
        count++;
    }
    if (is_absolute(path)) {
        cg_text_put(out, "", 1);
    }
    return count;
}

/*
 * Hands bytes to the caller's function, keeps the first failure, and links paths into a tree of
 * first children and next siblings.
 */
#include "profile/common/profile_writers.h"

#include "base/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool writer_fail_memory(struct writer *w)
{
    if (!w->status) {
        w->status = cg_fail_memory(w->error);
    }
    return false;
}

void writer_put(struct writer *w, const void *bytes, size_t length)
{
    if (w->status || !length) {
        return;
    }
    errno = 0;
    if (!w->write(w->user, bytes, length)) {
        w->status = cg_fail(w->error, CG_E_IO, "cannot write: %s",
                            errno ? strerror(errno) : "the caller stopped it");
    }
}

void writer_put_text(struct writer *w, struct cg_text *text)
{
    if (text->failed) {
        writer_fail_memory(w);
    }
    writer_put(w, text->bytes, text->length);
    cg_text_clear(text);
}

bool writer_tree_make(struct writer_tree *tree, struct writer *w)
{
    const struct cg_profile *profile = w->profile;
    size_t count = (size_t)profile->path_count + 1;
    tree->first = malloc(count * sizeof *tree->first);
    tree->next = malloc(count * sizeof *tree->next);
    if (!tree->first || !tree->next) {
        return writer_fail_memory(w);
    }
    memset(tree->first, 0xff, count * sizeof *tree->first);
    for (cg_call_context i = profile->path_count; i-- > 0;) {
        cg_call_context *first = &tree->first[profile->paths[i].parent + 1];
        tree->next[i] = *first;
        *first = i;
    }
    return true;
}

void writer_tree_free(struct writer_tree *tree)
{
    free(tree->first);
    free(tree->next);
}

cg_call_context writer_tree_next(const struct writer_tree *tree, const struct cg_profile *profile,
                                 cg_call_context context, uint32_t *levels)
{
    cg_call_context child = tree->first[context + 1];
    *levels = 0;
    if (child != CG_NO_CONTEXT) {
        return child;
    }
    for (; context != CG_NO_CONTEXT; context = profile->paths[context].parent) {
        ++*levels;
        if (tree->next[context] != CG_NO_CONTEXT) {
            return tree->next[context];
        }
    }
    return CG_NO_CONTEXT;
}

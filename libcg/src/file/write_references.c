/* Writing values that refer to nodes. */
#include "file/writer.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

int writer_find_referring(struct writer *w, struct cg_error *error)
{
    const struct cg_registry *registry = w->graph->registry;
    const struct cg_metadata_kind *kind;
    size_t capacity = 0;
    for (size_t i = 0; registry && (kind = cg_registry_at(registry, i)); i++) {
        uint32_t key = kind->remap ? cg_pool_find(&w->graph->pool, kind->key, strlen(kind->key))
                                   : CG_NO_STRING;
        if (key == CG_NO_STRING) {
            continue;
        }
        if (!cg_grow(&w->referring, &capacity, w->referring_count + 1, sizeof *w->referring)) {
            return cg_fail_memory(error);
        }
        w->referring[w->referring_count++] = (struct referring_key){key, kind};
    }
    bool ok = !w->referring_count || references_index(&w->references, w->graph);
    return ok ? CG_OK : cg_fail_memory(error);
}

static int put_node(struct cg_text *out, const struct cg_remapping *remapping,
                    const struct cg_value *id, struct cg_error *error)
{
    const struct writer *w = remapping->data;
    cg_node node = references_find(&w->references, id);
    if (node == CG_NONE) {
        return cg_fail(error, CG_E_FORMAT, "refers to \"%.*s\", which is no function of the graph",
                       (int)(id->length < 80 ? id->length : 80), id->length ? id->text : "");
    }
    writer_put_node_name(out, w, node);
    return CG_OK;
}

static void put_remapped(struct writer *w, const struct cg_metadata_kind *kind,
                         const struct cg_value *text)
{
    const struct cg_remapping remapping = {put_node, w};
    struct cg_error error = {0};
    int status = references_remap(&w->out, kind, text, &remapping, &error);
    if (status && !w->error.status) {
        cg_fail(&w->error, (enum cg_status)status, "metadata \"%s\" %s", kind->key, error.text);
    }
    w->out.failed |= status != CG_OK; /* ends the writing */
}

void writer_value(struct writer *w, uint32_t key, const struct cg_value *text)
{
    for (size_t i = 0; i < w->referring_count; i++) {
        if (w->referring[i].key == key) {
            put_remapped(w, w->referring[i].kind, text);
            return;
        }
    }
    cg_text_put(&w->out, text->text, text->length);
}

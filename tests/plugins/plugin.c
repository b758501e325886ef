/*
 * A plug-in that can be built in many ways, most of them wrong; whatever the command line does not
 * define is right. It has two kinds, one of which is registered as collected.
 */
#include <libcg/plugin.h>

#include <string.h>

#ifndef ABI
#define ABI CG_PLUGIN_ABI
#endif
#ifndef KIND_ABI
#define KIND_ABI CG_METADATA_ABI
#endif
#ifndef NAME
#define NAME "right"
#endif
#ifndef KINDS
#define KINDS kinds
#endif
#ifndef FIRST_KEY
#define FIRST_KEY "pluggedFirst"
#endif
#ifndef KEY
#define KEY "plugged"
#endif
#ifndef PLACES
#define PLACES CG_ON_NODE
#endif
#ifndef STRATEGY
#define STRATEGY "custom"
#endif
#ifndef DESCRIPTION
#define DESCRIPTION "words, joined"
#endif
#ifndef COLLECTOR
#define COLLECTOR "looking"
#endif
#ifndef COLLECTORS
#define COLLECTORS {&looking, NULL}
#endif
#ifndef STRUCTURAL
#define STRUCTURAL false
#endif
#ifndef SYMBOL
#define SYMBOL CG_PLUGIN_EXPORT const struct cg_plugin cg_plugin
#endif

/** As in libcg/collect.h, which needs libclang. */
struct cg_collector {
    const char *name;
    void (*collect)(void);
};

#ifdef EAGER
void clang_getNullCursor(void);
#define COLLECT clang_getNullCursor
#else
#define COLLECT NULL
#endif

__attribute__((unused)) static const struct cg_collector looking = {"looking", COLLECT};
__attribute__((unused)) static const struct cg_collector other = {"other", NULL};
static const struct cg_collector *const collectors[] = COLLECTORS;

/** The greater of two words, in its own way: the one that begins with the later letter. */
static int merge(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    (void)error;
    int order = memcmp(m->a.text, m->b.text, m->a.length < m->b.length ? m->a.length : m->b.length);
    const struct cg_value *later =
        order > 0 || (order == 0 && m->a.length > m->b.length) ? &m->a : &m->b;
    return cg_text_append(out, later->text, later->length);
}

static const struct cg_metadata_kind first = {
    .abi = CG_METADATA_ABI,
    .key = FIRST_KEY,
    .places = CG_ON_NODE | CG_ON_EDGE,
    .strategy = "union",
    .description = "comes before the other kind",
};

static const struct cg_metadata_kind kind = {
    .abi = KIND_ABI,
    .key = KEY,
    .places = PLACES,
    .strategy = STRATEGY,
    .merge = merge,
    .structural = STRUCTURAL,
    .description = DESCRIPTION,
    .collector = COLLECTOR,
};

__attribute__((unused)) static const struct cg_metadata_kind *const kinds[] = {&first, &kind, NULL};
__attribute__((unused)) static const struct cg_metadata_kind *const none[] = {NULL};

SYMBOL = {
    .abi = ABI,
    .name = NAME,
    .version = "1.0",
    .kinds = KINDS,
    .collectors = collectors,
};

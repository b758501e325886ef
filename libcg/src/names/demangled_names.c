/*
 * Demangles each name of the graph once and interns, without spaces, every form that an entry may
 * have it in.
 */
#include "names/demangled_names.h"

#include "base/memory.h"
#include "names/spelling.h"
#include "names/template_params.h"

#include <stdlib.h>

static bool add_name(struct names *names, const char *text, size_t length, cg_node node,
                     enum names_form form)
{
    cg_text_clear(&names->tight);
    spelling_tight(&names->tight, text, length);
    const char *tight = names->tight.length ? names->tight.bytes : "";
    uint32_t string = names->tight.failed
                          ? CG_NO_STRING
                          : cg_pool_intern(&names->pool, tight, names->tight.length);
    size_t old = names->head_capacity;
    if (string == CG_NO_STRING || names->count == UINT32_MAX - 1 ||
        !cg_grow(&names->heads, &names->head_capacity, (size_t)string + 1, sizeof *names->heads) ||
        !cg_grow(&names->entries, &names->entry_capacity, (size_t)names->count + 1,
                 sizeof *names->entries)) {
        return false;
    }
    memset(names->heads + old, 0, (names->head_capacity - old) * sizeof *names->heads);
    names->entries[names->count] = (struct names_entry){node, names->heads[string], form};
    names->heads[string] = ++names->count;
    return true;
}

/* Forms that are made of a name without its parameters. */
static bool add_made(struct names *names, struct cg_text *scratch, cg_node node, const char *name,
                     size_t length)
{
    static const struct {
        void (*make)(struct cg_text *out, const char *name, size_t length);
        enum names_form form;
    } forms[] = {
        {spelling_bare, NAMES_BARE},
        {spelling_lossy, NAMES_LOSSY},
        {spelling_unqualified, NAMES_LAST},
    };
    bool ok = true;
    for (size_t i = 0; i < sizeof forms / sizeof *forms && ok; i++) {
        cg_text_clear(scratch);
        forms[i].make(scratch, name, length);
        ok = !scratch->failed && add_name(names, scratch->length ? scratch->bytes : "",
                                          scratch->length, node, forms[i].form);
    }
    return ok;
}

/* Compilers number lambdas differently, and tag internal or local names or not. Results of
 * templates may contain lambdas, too. */
static bool add_alike(struct names *names, struct cg_text *scratch, cg_node node, const char *text,
                      const struct spelling *parts, unsigned differing)
{
    const size_t starts[] = {0, parts->start, parts->start};
    const size_t ends[] = {strlen(text), strlen(text), parts->name};
    bool ok = true;
    for (size_t i = parts->start ? 0 : 1; i < sizeof starts / sizeof *starts && ok; i++) {
        cg_text_clear(scratch);
        unsigned changed = spelling_alike(scratch, text + starts[i], ends[i] - starts[i]);
        ok = !scratch->failed &&
             (!(changed & differing) ||
              add_name(names, scratch->bytes, scratch->length, node, NAMES_ALIKE));
    }
    return ok;
}

static bool add_forms(struct names *names, struct cg_text *scratch, cg_node node, const char *text,
                      unsigned differing)
{
    size_t length = strlen(text);
    struct spelling parts = spelling_split(text, length);
    const char *name = text + parts.start;
    size_t plain = parts.name - parts.start;
    return add_name(names, text, length, node, NAMES_WHOLE) &&
           (!parts.start || add_name(names, name, length - parts.start, node, NAMES_WHOLE)) &&
           add_name(names, name, plain, node, NAMES_PLAIN) &&
           add_made(names, scratch, node, name, plain) &&
           add_alike(names, scratch, node, text, &parts, differing);
}

static bool add_declared(struct names *names, struct cg_text *scratch, cg_node node,
                         const char *name, const char *text)
{
    size_t kept = text ? declared_kept(text) : 0;
    cg_text_clear(scratch);
    spelling_alike(scratch, text, kept);
    if (kept &&
        (scratch->failed || !add_name(names, scratch->bytes, scratch->length, node, NAMES_KEPT))) {
        return false;
    }
    cg_text_clear(scratch);
    size_t before = declared_normal(scratch, name);
    return !scratch->failed &&
           (!before || add_name(names, scratch->bytes, before, node, NAMES_DECLARED));
}

/* What may differ between compilers in a function's names, for spelling_alike. */
static unsigned differing_in(const struct cg_graph *graph, cg_node node)
{
    static const char local[] = "_ZZ";
    bool own = cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL ||
               strncmp(cg_node_name(graph, node), local, sizeof local - 1) == 0;
    return own ? SPELLING_LAMBDAS | SPELLING_TAGS : SPELLING_LAMBDAS;
}

bool names_build(struct names *names, const struct cg_graph *graph,
                 char *(*demangle)(const char *name))
{
    struct cg_text scratch = {0};
    bool ok = names->built || cg_pool_init(&names->pool);
    uint32_t count = names->built || !demangle ? 0 : cg_graph_node_count(graph);
    names->built = ok;
    for (cg_node n = 0; n < count && ok; n++) {
        const char *name = cg_node_name(graph, n);
        char *text = demangle(name);
        ok = !text || strcmp(text, name) == 0 ||
             add_forms(names, &scratch, n, text, differing_in(graph, n));
        ok = ok && (strncmp(name, "_Z", 2) != 0 || add_declared(names, &scratch, n, name, text));
        free(text);
    }
    cg_text_free(&scratch);
    if (!ok) {
        names_free(names);
    }
    return ok;
}

uint32_t names_first(const struct names *names, const char *text, size_t length)
{
    uint32_t string = cg_pool_find(&names->pool, text, length);
    return string == CG_NO_STRING ? 0 : names->heads[string];
}

void names_free(struct names *names)
{
    cg_pool_free(&names->pool);
    cg_text_free(&names->tight);
    free(names->entries);
    free(names->heads);
    *names = (struct names){0};
}

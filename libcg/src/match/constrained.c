/* Templates whose instances compilers mangle differently. */
#include "match/frame.h"
#include "match/match_internal.h"
#include "names/template_params.h"

#include <stdlib.h>
#include <string.h>

bool matcher_is_constrained(const char *name)
{
    const char *arguments = strchr(name, 'I');
    return arguments && (strchr(arguments, 'X') || strchr(arguments, 'L'));
}

/* Keep those whose rest may match that of the frame's name. */
static bool keep_declared(struct matcher *m, const char *rest)
{
    struct cg_text have = {0};
    size_t kept = 0;
    int same = 0;
    for (size_t i = 0; i < m->count && same >= 0; i++) {
        cg_text_clear(&have);
        size_t before = declared_normal(&have, cg_node_name(m->graph, m->found[i]));
        cg_text_put(&have, "", 1);
        same = have.failed ? -1 : declared_same(rest, have.bytes + before);
        if (same > 0) {
            m->found[kept++] = m->found[i];
        }
    }
    m->count = kept;
    cg_text_free(&have);
    return same >= 0;
}

/* The declaration may replace any argument. */
static bool find_declared(struct matcher *m, const char *name)
{
    enum { LONGEST = 4096 }; /* longest name that is searched, since each part needs a look-up */
    struct cg_text normal = {0};
    declared_normal(&normal, name);
    cg_text_put(&normal, "", 1);
    bool ok = !normal.failed;
    const char *text = ok ? normal.bytes : "";
    const char *first = normal.length < LONGEST ? strchr(text, 'I') : NULL;
    for (size_t at = first ? (size_t)(first - text) + 1 : normal.length;
         ok && at < normal.length && !m->count; at++) {
        ok = match_form(m, text, at, NAMES_DECLARED) && keep_declared(m, text + at);
    }
    cg_text_free(&normal);
    return ok;
}

/* Names with all arguments distinguish instances; result types add nothing. */
static bool find_by_name(struct matcher *m, const char *name)
{
    char *text = m->demangle(name);
    if (!text || strcmp(text, name) == 0) {
        free(text);
        return true;
    }
    struct spelling parts = spelling_split(text, strlen(text));
    const char *plain = text + parts.start;
    size_t length = parts.name - parts.start;
    struct cg_text made = {0};
    bool ok = match_form(m, plain, length, NAMES_PLAIN);
    if (ok && !m->count && spelling_alike(&made, plain, length)) {
        ok = !made.failed && match_form(m, made.bytes, made.length, NAMES_ALIKE);
    }
    ok = ok && match_keep_overloads(m, text, &parts);
    cg_text_free(&made);
    free(text);
    return ok;
}

bool matcher_find_constrained(struct matcher *m, const char *name)
{
    return find_declared(m, name) && (m->count || find_by_name(m, name));
}

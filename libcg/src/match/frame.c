/*
 * Tries the ways in turn on the name, then on the name without decorations, and keeps the functions
 * whose file and line fit best.
 */
#include "match/frame.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "match/match_internal.h"
#include "names/decorations.h"
#include "strings/digits.h"

#include <stdlib.h>
#include <string.h>

/* Constructors and destructors */

/* Whether a constructor or destructor may be encoded at `at` of a mangled name: its variant is the
 * next byte. Parameters, the end of a nested name, template arguments or an ABI tag follow.
 * https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-special-ctor-dtor */
static bool is_special(const char *name, size_t at)
{
    bool kind = (name[at] == 'C' && strchr("12345", name[at + 1])) ||
                (name[at] == 'D' && strchr("01245", name[at + 1]));
    return kind && name[at + 1] && strchr("EIB", name[at + 2]) && name[at + 2];
}

static bool same_text(const struct matcher *m, const char *a, const char *b)
{
    if (!m->demangle) {
        return true;
    }
    char *of_a = m->demangle(a), *of_b = m->demangle(b);
    bool same = of_a && of_b && strcmp(of_a, of_b) == 0;
    free(of_a);
    free(of_b);
    return same;
}

/* Find the other variants of the constructor at `at`. */
static bool find_others(struct matcher *m, const char *name, char *copy, size_t at)
{
    const char *digits = name[at] == 'C' ? "12345" : "01245";
    bool ok = true;
    for (; *digits && ok; digits++) {
        copy[at + 1] = *digits;
        cg_node n = *digits == name[at + 1] ? CG_NONE : cg_graph_find(m->graph, copy);
        if (n != CG_NONE && !same_text(m, name, copy)) {
            continue;
        }
        for (; n != CG_NONE && ok; n = cg_graph_find_next(m->graph, copy, n)) {
            ok = match_add(m, n);
        }
    }
    copy[at + 1] = name[at + 1];
    return ok;
}

bool matcher_find_variants(struct matcher *m, const char *name)
{
    m->count = 0;
    if (strncmp(name, "_Z", 2) != 0) {
        return true;
    }
    char *copy = strdup(name);
    bool ok = copy != NULL;
    size_t length = strlen(name);
    for (size_t at = 2; ok && at + 2 < length; at++) {
        if (is_special(name, at)) {
            ok = find_others(m, name, copy, at);
        }
    }
    free(copy);
    return ok;
}

/* GCC also inherits constructors without parameters, where clang gives the class its own:
 * `_ZN1DCI11BEv` is `_ZN1DC1Ev`. */
static bool find_own_default(struct matcher *m, const char *name)
{
    static const char inherited[] = "CI", own[] = "C1Ev";
    size_t length = strlen(name);
    if (length < sizeof own || strcmp(name + length - 2, "Ev") != 0 || !strstr(name, inherited)) {
        return true;
    }
    char *copy = malloc(length + 1);
    bool ok = copy != NULL;
    const char *at = name;
    for (; ok && !m->count && (at = strstr(at, inherited)); at++) {
        if (at[2] == '1' || at[2] == '2') {
            memcpy(copy, name, length + 1);
            memcpy(copy + (at - name), own, sizeof own);
            ok = match_linkage(m, copy) && (m->count || matcher_find_variants(m, copy));
        }
    }
    free(copy);
    return ok;
}

/* GCC does not mark instances of static function templates as internal: `_Z1fIiEvT_`, where clang
 * has `_ZL1fIiEvT_`. Namespaces precede the template. */
static bool find_internal(struct matcher *m, const char *name)
{
    size_t length = strlen(name), last = 0, at = 2 + (name[2] == 'N');
    uint64_t bytes;
    for (size_t count; at < length && (count = cg_take_digits(&bytes, NULL, name + at, length - at,
                                                              length)) > 0;) {
        last = at;
        at += count + (size_t)bytes;
    }
    if (!last || at >= length || name[at] != 'I') {
        return true;
    }
    struct cg_text marked = {0};
    cg_text_put(&marked, name, last);
    cg_text_add(&marked, "L");
    cg_text_put(&marked, name + last, length - last + 1);
    bool ok = !marked.failed && match_linkage(m, marked.bytes);
    cg_text_free(&marked);
    return ok;
}

/* By demangled name */

static bool has_text(const char *text, size_t length, const char *part)
{
    return memmem(text, length, part, strlen(part)) != NULL;
}

/* Names without parameters: unchanged, as tools shorten them, and without template arguments unless
 * the frame has some, which distinguish instances. */
static bool find_short(struct matcher *m, const char *name, const struct spelling *parts)
{
    const char *text = name + parts->start;
    size_t length = parts->name - parts->start;
    struct cg_text lossy = {0}, bare = {0};
    spelling_lossy(&lossy, text, length);
    spelling_bare(&bare, text, length);
    bool ok = !lossy.failed && !bare.failed && match_form(m, text, length, NAMES_PLAIN);
    if (ok && !m->count && lossy.length) {
        ok = match_form(m, lossy.bytes, lossy.length, NAMES_LOSSY);
    }
    bool lambda = bare.length && has_text(bare.bytes, bare.length, "{lambda}");
    if (ok && !m->count && bare.length && (lambda || !memchr(text, '<', length))) {
        ok = match_form(m, bare.bytes, bare.length, NAMES_BARE);
    }
    cg_text_free(&lossy);
    cg_text_free(&bare);
    return ok;
}

/* With lambdas independent of their numbering, and without tags: unchanged, then without
 * parameters. */
static bool find_alike(struct matcher *m, const char *name, size_t length,
                       const struct spelling *parts)
{
    struct cg_text alike = {0};
    spelling_alike(&alike, name, length);
    bool ok = !alike.failed && match_form(m, alike.bytes, alike.length, NAMES_ALIKE);
    if (ok && !m->count && parts->params == parts->name) {
        cg_text_clear(&alike);
        spelling_alike(&alike, name + parts->start, parts->name - parts->start);
        ok = !alike.failed && match_form(m, alike.bytes, alike.length, NAMES_ALIKE);
    }
    cg_text_free(&alike);
    return ok;
}

bool match_keep_overloads(struct matcher *m, const char *name, const struct spelling *parts)
{
    if (parts->params == parts->name || m->count < 2) {
        return true;
    }
    cg_node *all = malloc(m->count * sizeof *all);
    size_t count = m->count;
    if (!all) {
        return false;
    }
    memcpy(all, m->found, count * sizeof *all);
    bool ok = match_keep_parameters(m, name, parts);
    if (ok && !m->count) {
        memcpy(m->found, all, count * sizeof *all);
        m->count = count;
    }
    free(all);
    return ok;
}

/* Where the template arguments at the end of a name begin, at the bracket, or 0. */
static size_t find_arguments(const char *name, size_t length)
{
    size_t depth = 0;
    for (size_t at = length; at > 0; at--) {
        depth += name[at - 1] == '>';
        depth -= depth && name[at - 1] == '<';
        if (!depth) {
            return at < length ? at - 1 : 0;
        }
    }
    return 0;
}

/* Arguments after the first ones may be left out of names (cg_name_demangle_declared). Tried from
 * the last on: those that most are known of come first. */
static bool find_kept(struct matcher *m, const char *name, size_t length)
{
    struct cg_text alike = {0};
    spelling_alike(&alike, name, length);
    bool ok = !alike.failed;
    const char *text = ok && alike.length ? alike.bytes : "";
    size_t bracket = find_arguments(text, alike.length), depth = 0;
    for (size_t at = alike.length; bracket && at > bracket + 1 && ok && !m->count; at--) {
        depth += strchr(">)}", text[at - 1]) != NULL;
        depth -= depth && strchr("<({", text[at - 1]);
        ok = depth != 1 || text[at - 1] != ',' || match_form(m, text, at - 1, NAMES_KEPT);
    }
    ok = ok && (!bracket || m->count || match_form(m, text, bracket + 1, NAMES_KEPT));
    cg_text_free(&alike);
    return ok;
}

static bool find_without_variable(struct matcher *m, const char *name, size_t length)
{
    struct cg_text other = {0};
    bool ok = true;
    if (spelling_without_variable(&other, name, length) && !other.failed) {
        struct spelling parts = spelling_split(other.bytes, other.length);
        ok = find_alike(m, other.bytes, other.length, &parts);
    }
    ok = ok && !other.failed;
    cg_text_free(&other);
    return ok;
}

static bool find_readable_frame(struct matcher *m, const char *name, size_t length)
{
    struct spelling parts = spelling_split(name, length);
    bool ok = match_form(m, name, length, NAMES_WHOLE);
    if (ok && !m->count && parts.params == parts.name) {
        ok = match_form(m, name + parts.start, parts.name - parts.start, NAMES_PLAIN);
    }
    if (ok && !m->count) {
        ok = find_alike(m, name, length, &parts);
    }
    if (ok && !m->count) {
        ok = find_short(m, name, &parts) && match_keep_overloads(m, name, &parts);
    }
    ok = ok && (m->count || find_kept(m, name + parts.start, parts.name - parts.start));
    return ok && (m->count || find_without_variable(m, name, length));
}

/* Compilers mangle differently: lambdas and unnamed classes; GCC also static functions in unnamed
 * namespaces; and only clang marks internal or local functions with ABI tags. They mangle
 * everything else alike. */
static bool has_lambda(const char *name)
{
    return strstr(name, "Ul") || strstr(name, "Ut") || strstr(name, "$_");
}

/* `_ZL1fv`, `_ZN2nsL1fEv`: in literals letters follow the L. */
static bool is_internal(const char *name)
{
    const char *mark = strchr(name, 'L');
    while (mark && !(mark[1] >= '1' && mark[1] <= '9')) {
        mark = strchr(mark + 1, 'L');
    }
    return mark || strstr(name, "_GLOBAL__N_1");
}

static bool is_local(const char *name)
{
    return strncmp(name, "_ZZ", 3) == 0;
}

static bool is_mangled_freely(const char *name)
{
    return is_internal(name) || is_local(name) || has_lambda(name);
}

static bool find_same_text(struct matcher *m, const char *name)
{
    char *text = m->demangle(name);
    size_t length = text ? strlen(text) : 0;
    bool ok = !text || strcmp(text, name) == 0 || match_form(m, text, length, NAMES_WHOLE);
    if (ok && text && !m->count) {
        struct spelling parts = spelling_split(text, length);
        ok = find_alike(m, text, length, &parts);
        if (ok && !m->count && has_lambda(name)) {
            ok = find_short(m, text, &parts) && match_keep_overloads(m, text, &parts);
        }
        ok = ok && (m->count || find_without_variable(m, text, length));
    }
    free(text);
    return ok;
}

/* Combining the ways */

static bool is_word(const char *name)
{
    return !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.")];
}

/* Demangling the whole graph takes longer than everything else, and most frames do not need it. */
static bool find_named(struct matcher *m, const char *name, size_t length, bool mangled)
{
    bool linkage = strncmp(name, "_Z", 2) == 0;
    bool ok = match_linkage(m, name);
    if (ok && !m->count) {
        ok = matcher_find_variants(m, name) && (m->count || find_own_default(m, name));
    }
    if (ok && !m->count && linkage) {
        ok = find_internal(m, name);
    }
    bool freely = linkage && is_mangled_freely(name),
         constrained = linkage && matcher_is_constrained(name);
    if (!ok || m->count || !m->demangle || (linkage && !freely && !constrained) ||
        (!linkage && mangled && is_word(name))) {
        return ok;
    }
    ok = names_build(&m->names, m->graph, m->demangle);
    if (ok && !linkage) {
        return find_readable_frame(m, name, length);
    }
    ok = ok && (!freely || find_same_text(m, name));
    return ok && (m->count || !constrained || matcher_find_constrained(m, name));
}

static bool find_coroutine(struct matcher *m, const char *name, size_t length)
{
    size_t start = 0, left = decorations_of_coroutine(name, length, &start);
    char *coroutine = left ? strndup(name + start, left) : NULL;
    bool ok = !left || (coroutine && match_linkage(m, coroutine));
    free(coroutine);
    return ok;
}

static bool find_stripped(struct matcher *m, const char *name, size_t length, bool mangled)
{
    char *copy = strndup(name, length);
    bool ok = copy && find_named(m, copy, length, mangled);
    if (ok && !m->count && length > 1 && *copy == '_') {
        ok = match_linkage(m, copy + 1);
    }
    if (ok && !m->count) {
        ok = matcher_find_equals(m, copy);
    }
    if (ok && !m->count) {
        ok = find_coroutine(m, copy, length);
    }
    free(copy);
    return ok;
}

/* The function that a thunk jumps to; graphs need not record which names are thunks. */
static bool find_behind_thunk(struct matcher *m, const char *name, size_t skip, bool mangled)
{
    struct cg_text target = {0};
    cg_text_add(&target, *name == '_' ? "_Z" : "");
    cg_text_add(&target, name + skip);
    cg_text_put(&target, "", 1);
    bool ok = !target.failed;
    size_t length = ok ? target.length - 1 : 0;
    ok = ok &&
         find_stripped(m, target.bytes, decorations_find(target.bytes, length).length, mangled);
    cg_text_free(&target);
    return ok;
}

static int judge_body(const struct matcher *m, const struct match_query *query, cg_node node)
{
    (void)query;
    return cg_node_has_body(m->graph, node);
}

/** Most functions that a frame may be. */
#define FRAME_LIMIT 65536u

/* Keep the best; if all are equally bad, keep all. */
static void keep_best(struct matcher *m, const struct match_query *query, match_judge *judge)
{
    size_t before = m->count;
    int best = m->count > 1 ? match_keep_best(m, query, judge) : 0;
    m->count = best < 0 ? before : m->count;
}

static bool narrow(struct matcher *m, const struct match_frame *frame, const struct crowd *crowd)
{
    const struct match_query query = {.file = frame->file, .line = frame->line};
    bool ok = !crowd || match_crowd(m, &query, crowd, &crowd->all);
    if (!crowd) {
        keep_best(m, &query, match_judge_file);
    }
    if (m->count <= CROWD_LEAST) { /* of more match_crowd found those at the place, if any is */
        keep_best(m, &query, match_judge_place);
    }
    keep_best(m, &query, judge_body);
    m->count = m->count < FRAME_LIMIT ? m->count : FRAME_LIMIT;
    return ok;
}

/* Debug information has linkage names only of external functions. */
static bool find_inlined(struct matcher *m, const char *name)
{
    struct cg_text last = {0};
    bool ok = !m->demangle || names_build(&m->names, m->graph, m->demangle);
    spelling_unqualified(&last, name, strlen(name));
    ok = ok && !last.failed;
    if (ok && m->demangle && last.length) {
        ok = match_form(m, last.bytes, last.length, NAMES_LAST);
    }
    cg_text_free(&last);
    return ok;
}

static bool find_all(struct matcher *m, const struct match_frame *frame, const char *name,
                     enum match_extent *extent)
{
    size_t length = strlen(name), thunk = decorations_of_thunk(name);
    *extent = thunk ? MATCH_THUNK : MATCH_WHOLE; /* thunks are among the other names of functions */
    bool ok = match_linkage(m, name);
    if (ok && !m->count && thunk) {
        ok = find_behind_thunk(m, name, thunk, frame->mangled);
    } else if (ok && !m->count) {
        struct decorations found = decorations_find(name, length);
        *extent = found.part ? MATCH_PART : found.stub ? MATCH_THUNK : *extent;
        ok = find_stripped(m, name, found.length, frame->mangled);
    }
    if (ok && !m->count && frame->inlined && strncmp(name, "_Z", 2) != 0) {
        ok = find_inlined(m, name);
    }
    match_sort(m);
    return ok;
}

static bool list_initialisers(struct matcher *m)
{
    bool ok = true;
    for (cg_node node = 0; node < cg_graph_node_count(m->graph) && !m->listed && ok; node++) {
        if (match_is_initialisers(cg_node_name(m->graph, node))) {
            ok = cg_grow(&m->initialisers, &m->initialiser_capacity, m->initialiser_count + 1,
                         sizeof *m->initialisers);
            if (ok) {
                m->initialisers[m->initialiser_count++] = node;
            }
        }
    }
    m->listed = true;
    return ok;
}

/* Those of any file that may be meant: with a priority, or without. */
static bool find_any_initialisers(struct matcher *m, const char *name)
{
    bool ok = list_initialisers(m) && match_put_initialisers(&m->scratch, name, "");
    for (size_t i = 0; i < m->initialiser_count && m->count < FOUND_LIMIT && ok; i++) {
        cg_node node = m->initialisers[i];
        bool fits =
            strncmp(cg_node_name(m->graph, node), m->scratch.bytes, strlen(m->scratch.bytes)) == 0;
        ok = !fits || match_add(m, node);
    }
    match_sort(m);
    return ok;
}

/* By the frame's file. If that is unknown, or `#line` has set it, by the file of the function after
 * which g++ names the initialisers. Where g++ names them after a variable, and the frame's file is
 * one that was included last, they may be those of any file. */
static bool find_initialisers(struct matcher *m, const struct match_frame *frame, const char *name)
{
    cg_node named = cg_graph_find(m->graph, match_initialisers(name));
    const char *origin = named != CG_NONE ? cg_node_origin(m->graph, named) : NULL;
    const char *files[] = {frame->file, origin};
    bool ok = true;
    for (size_t i = 0; i < sizeof files / sizeof *files && ok && !m->count; i++) {
        const struct match_frame of_file = {.file = files[i], .line = frame->line};
        ok = !files[i] || (match_put_initialisers(&m->scratch, name, files[i]) &&
                           match_linkage(m, m->scratch.bytes) && narrow(m, &of_file, NULL));
    }
    return ok && (m->count || origin || find_any_initialisers(m, name));
}

bool matcher_find_frame(struct matcher *m, const struct match_frame *frame,
                        enum match_extent *extent)
{
    const char *name = frame->linkage_name ? frame->linkage_name : frame->name;
    const char way = (char)('a' + (frame->mangled ? 1 : 0) + (frame->inlined ? 2 : 0));
    struct crowd *crowd = match_recall(m, way, name, strlen(name));
    bool known = crowd != NULL;
    bool ok = known || (find_all(m, frame, name, extent) && match_remember(m, &crowd));
    if (known) {
        *extent = (enum match_extent)crowd->extent;
    } else if (crowd) {
        crowd->extent = *extent;
    }
    if (ok && !m->count && match_initialisers(name)) {
        return find_initialisers(m, frame, name);
    }
    return ok && narrow(m, frame, crowd);
}

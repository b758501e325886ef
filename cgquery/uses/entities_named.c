/* Finds entities by name and by place. */
#include "uses/entities_named.h"

#include "core/line_range.h"

#include <string.h>

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), end_length = strlen(end);
    return end_length > 0 && length >= end_length && strcmp(path + length - end_length, end) == 0 &&
           (length == end_length || path[length - end_length - 1] == '/');
}

/* Keep each once, where it is first. */
static void keep_first(GArray *entities, const struct uses *uses)
{
    bool *seen = g_new0(bool, uses->entities->len + 1);
    guint kept = 0;
    for (guint i = 0; i < entities->len; i++) {
        uint32_t entity = g_array_index(entities, uint32_t, i);
        if (!seen[entity]) {
            g_array_index(entities, uint32_t, kept++) = entity;
        }
        seen[entity] = true;
    }
    g_array_set_size(entities, kept);
    g_free(seen);
}

/* Places */

GPtrArray *entities_files(const struct uses *uses, const char *path)
{
    GPtrArray *found = g_ptr_array_new();
    const GPtrArray *files = uses_files_named(uses, path);
    for (guint i = 0; files && i < files->len; i++) {
        const char *file = files->pdata[i];
        if (strcmp(file, path) == 0) {
            g_ptr_array_set_size(found, 0);
            g_ptr_array_add(found, (gpointer)file);
            break;
        }
        if (ends_in(file, path) || ends_in(path, file)) {
            g_ptr_array_add(found, (gpointer)file);
        }
    }
    return found;
}

/* Whether a place has some of the lines, or encloses a place without lines. What is in a namespace
 * is no part of it. */
static bool has_lines(const struct entity_place *place, uint32_t first, uint32_t last)
{
    if (place->kind == 'n') {
        return place->first >= first && place->first <= last;
    }
    return last < first ? place->first < first && place->last >= first
                        : place->first <= last && place->last >= first;
}

/* Whether one place lies in another and is smaller. */
static bool lies_in(const struct entity_place *inner, const struct entity_place *outer)
{
    return inner->first >= outer->first && inner->last <= outer->last &&
           inner->last - inner->first < outer->last - outer->first;
}

static const struct entity_place *touched_at(const GArray *touched, guint i)
{
    return g_array_index(touched, const struct entity_place *, i);
}

/* Whether all of the changed lines that a place has are those of places within it, which begin at
 * or behind `from`. */
static bool is_covered(const GArray *touched, guint from, const struct entity_place *outer,
                       uint32_t first, uint32_t last)
{
    uint32_t next = MAX(first, outer->first), end = MIN(last, outer->last);
    bool has_inner = outer->last > outer->first && last >= first;
    for (guint i = from;
         has_inner && i < touched->len && touched_at(touched, i)->first <= next && next <= end;
         i++) {
        const struct entity_place *inner = touched_at(touched, i);
        next = lies_in(inner, outer) ? MAX(next, inner->last + 1) : next;
    }
    return has_inner && next > end;
}

void entities_in_lines(GArray *entities, const struct uses *uses, const char *file, uint32_t first,
                       uint32_t last)
{
    GArray *touched = g_array_new(FALSE, FALSE, sizeof(const struct entity_place *));
    guint end, from = 0;
    for (guint i = uses_places_in(uses, file, first, last, &end); i < end; i++) {
        const struct entity_place *place = uses_place(uses, i);
        if (has_lines(place, first, last)) {
            g_array_append_val(touched, place);
        }
    }
    for (guint i = 0; i < touched->len; i++) {
        const struct entity_place *place = touched_at(touched, i);
        from = touched_at(touched, from)->first < place->first ? i : from;
        if (!is_covered(touched, from, place, first, last)) {
            g_array_append_val(entities, place->entity);
        }
    }
    g_array_unref(touched);
}

/* FILE:LINE or FILE:FIRST-LAST. @return false if the text is none */
static bool find_lines(GArray *entities, const struct uses *uses, const char *text)
{
    uint32_t first, last;
    char *path = line_range(&first, &last, text);
    if (!path) {
        return false;
    }
    GPtrArray *files = entities_files(uses, path);
    for (guint i = 0; i < files->len; i++) {
        entities_in_lines(entities, uses, files->pdata[i], first, last);
    }
    g_ptr_array_unref(files);
    g_free(path);
    return true;
}

/* Names */

/* The name without the keyword of a type. */
static const char *without_keyword(const char *name)
{
    const char *blank = strchr(name, ' ');
    return blank ? blank + 1 : name;
}

/* The last part of a qualified name. */
static const char *last_part(const char *name)
{
    const char *colon = strrchr(name, ':'), *dot = strrchr(name, '.');
    const char *after = dot > colon ? dot : colon;
    return after ? after + 1 : name;
}

static bool is_glob(const char *text)
{
    return strpbrk(text, "*?") != NULL;
}

enum likeness { LIKE_NOT, LIKE_END, LIKE_NAME };

static enum likeness likeness_to_name(const struct used_entity *entity, const char *name)
{
    const char *shown = entity_shown(entity), *bare = without_keyword(shown);
    if (is_glob(name)) {
        bool fits = g_pattern_match_simple(name, shown) || g_pattern_match_simple(name, bare);
        return fits ? LIKE_NAME : LIKE_NOT;
    }
    if (strcmp(shown, name) == 0 || strcmp(bare, name) == 0 || strcmp(entity->name, name) == 0) {
        return LIKE_NAME;
    }
    return strcmp(last_part(bare), name) == 0 ? LIKE_END : LIKE_NOT;
}

/* Whether some place of an entity is in a file whose path ends so. */
static bool is_in(const struct uses *uses, uint32_t entity, const char *path)
{
    guint count;
    const guint *places = uses_places_of(uses, entity, &count);
    bool is = false;
    for (guint i = 0; i < count && !is; i++) {
        is = ends_in(uses_place(uses, places[i])->file, path);
    }
    return is;
}

/* Functions and namespaces are no answer: verbs about calls answer for functions. */
static bool is_answered(const struct used_entity *entity)
{
    return !entity->kind || !strchr("pqn", entity->kind);
}

static void find_names(GArray *entities, const struct uses *uses, const char *name,
                       const char *path)
{
    enum likeness best = LIKE_END;
    guint before = entities->len;
    for (guint i = 0; i < uses->entities->len; i++) {
        enum likeness likeness = likeness_to_name(uses_entity(uses, i), name);
        if (likeness < best || likeness == LIKE_NOT || !is_answered(uses_entity(uses, i)) ||
            (path && !is_in(uses, i, path))) {
            continue;
        }
        if (likeness > best) {
            best = likeness;
            g_array_set_size(entities, before);
        }
        g_array_append_val(entities, i);
    }
}

static bool is_variable(const struct used_entity *entity)
{
    return entity->kind == 'v' || entity->kind == 'g';
}

/* The types that variables of a name are declared with, as a set. */
static GHashTable *types_of(const struct uses *uses, const char *variable)
{
    GHashTable *types = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < uses->uses->len; i++) {
        const struct entity_use *use = &g_array_index(uses->uses, struct entity_use, i);
        const struct used_entity *user =
            use->owner == ENTITY_NONE ? NULL : uses_entity(uses, use->owner);
        if (user && (use->ways & USE_DECLARE) && is_variable(user) &&
            strcmp(user->name, variable) == 0) {
            g_hash_table_add(types,
                             (gpointer)without_keyword(uses_entity(uses, use->entity)->name));
        }
    }
    return types;
}

/* Whether something is such a field, "TYPE.FIELD", of one of the types. */
static bool is_field(const struct used_entity *entity, GHashTable *types, const char *field)
{
    const char *name = without_keyword(entity_shown(entity)), *dot = strrchr(name, '.');
    if (!dot ||
        !(is_glob(field) ? g_pattern_match_simple(field, dot + 1) : strcmp(field, dot + 1) == 0)) {
        return false;
    }
    char *type = g_strndup(name, (gsize)(dot - name));
    bool is = g_hash_table_contains(types, type);
    g_free(type);
    return is;
}

/* VARIABLE.FIELD means the field of the variable's type. */
static void find_member(GArray *entities, const struct uses *uses, const char *text)
{
    const char *dot = strrchr(text, '.');
    char *variable = g_strndup(text, dot ? (gsize)(dot - text) : 0);
    GHashTable *types = types_of(uses, variable);
    for (guint i = 0; dot && i < uses->entities->len; i++) {
        const struct used_entity *entity = uses_entity(uses, i);
        if (is_answered(entity) && is_field(entity, types, dot + 1)) {
            g_array_append_val(entities, i);
        }
    }
    g_hash_table_unref(types);
    g_free(variable);
}

/* FILE:NAME, but not the scopes of NAME. */
static void find_in_file(GArray *entities, const struct uses *uses, const char *text)
{
    guint before = entities->len;
    for (const char *colon = strchr(text, ':'); colon && entities->len == before;
         colon = strchr(colon + 1, ':')) {
        if (colon > text && colon[1] != ':' && colon[-1] != ':') {
            char *path = g_strndup(text, (gsize)(colon - text));
            find_names(entities, uses, colon + 1, path);
            g_free(path);
        }
    }
}

static void leave_functions_out(GArray *entities, const struct uses *uses, guint before)
{
    guint kept = before;
    for (guint i = before; i < entities->len; i++) {
        uint32_t entity = g_array_index(entities, uint32_t, i);
        if (is_answered(uses_entity(uses, entity))) {
            g_array_index(entities, uint32_t, kept++) = entity;
        }
    }
    g_array_set_size(entities, kept);
}

bool entities_named(GArray *entities, const struct uses *uses, const char *text)
{
    guint before = entities->len;
    if (find_lines(entities, uses, text)) {
        leave_functions_out(entities, uses, before);
    } else {
        find_names(entities, uses, text, NULL);
        if (entities->len == before) {
            find_in_file(entities, uses, text);
        }
        if (entities->len == before) {
            find_member(entities, uses, text);
        }
    }
    bool found = entities->len > before;
    keep_first(entities, uses);
    return found;
}

/* Finds entities by name and by place. */
#include "core/entities_named.h"

#include <stdlib.h>
#include <string.h>

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), end_length = strlen(end);
    return end_length > 0 && length >= end_length && strcmp(path + length - end_length, end) == 0 &&
           (length == end_length || path[length - end_length - 1] == '/');
}

static void add_once(GArray *entities, uint32_t entity)
{
    for (guint i = 0; i < entities->len; i++) {
        if (g_array_index(entities, uint32_t, i) == entity) {
            return;
        }
    }
    g_array_append_val(entities, entity);
}

/* Places */

static const struct entity_place *place_at(const struct uses *uses, guint i)
{
    return &g_array_index(uses->places, struct entity_place, i);
}

GPtrArray *entities_files(const struct uses *uses, const char *path)
{
    GPtrArray *found = g_ptr_array_new();
    const char *last = NULL;
    for (guint i = 0; i < uses->places->len; i++) {
        const char *file = place_at(uses, i)->file;
        if (file == last) {
            continue;
        }
        last = file;
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

/* Whether all of the changed lines that a place has are those of places within it. */
static bool is_covered(const GArray *touched, const struct entity_place *outer, uint32_t first,
                       uint32_t last)
{
    uint32_t next = MAX(first, outer->first), end = MIN(last, outer->last);
    for (guint i = 0; i < touched->len; i++) {
        const struct entity_place *inner = g_array_index(touched, struct entity_place *, i);
        if (lies_in(inner, outer) && inner->first <= next) {
            next = MAX(next, inner->last + 1);
        }
    }
    return last >= first && next > end;
}

void entities_in_lines(GArray *entities, const struct uses *uses, const char *file, uint32_t first,
                       uint32_t last)
{
    GArray *touched = g_array_new(FALSE, FALSE, sizeof(const struct entity_place *));
    for (guint i = 0; i < uses->places->len; i++) {
        const struct entity_place *place = place_at(uses, i);
        if (strcmp(place->file, file) == 0 && has_lines(place, first, last)) {
            g_array_append_val(touched, place);
        }
    }
    for (guint i = 0; i < touched->len; i++) {
        const struct entity_place *place = g_array_index(touched, struct entity_place *, i);
        if (!is_covered(touched, place, first, last)) {
            add_once(entities, place->entity);
        }
    }
    g_array_unref(touched);
}

/* FILE:LINE or FILE:FIRST-LAST. @return false if the text is none */
static bool find_lines(GArray *entities, const struct uses *uses, const char *text)
{
    const char *colon = strrchr(text, ':');
    char *end;
    if (!colon || colon == text || !g_ascii_isdigit(colon[1])) {
        return false;
    }
    uint32_t first = (uint32_t)strtoul(colon + 1, &end, 10), last = first;
    if (*end == '-') {
        last = (uint32_t)strtoul(end + 1, &end, 10);
    }
    if (*end != '\0') {
        return false;
    }
    char *path = g_strndup(text, (gsize)(colon - text));
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

static enum likeness compare(const struct used_entity *entity, const char *name)
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
    for (guint i = 0; i < uses->places->len; i++) {
        const struct entity_place *place = place_at(uses, i);
        if (place->entity == entity && ends_in(place->file, path)) {
            return true;
        }
    }
    return false;
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
        enum likeness likeness = compare(uses_entity(uses, i), name);
        if (likeness < best || likeness == LIKE_NOT || !is_answered(uses_entity(uses, i)) ||
            (path && !is_in(uses, i, path))) {
            continue;
        }
        if (likeness > best) {
            best = likeness;
            g_array_set_size(entities, before);
        }
        add_once(entities, i);
    }
}

/* Add a field of the types that a variable is declared with. */
static void add_field(GArray *entities, const struct uses *uses, uint32_t variable,
                      const char *field)
{
    for (guint i = 0; i < uses->uses->len; i++) {
        const struct entity_use *use = &g_array_index(uses->uses, struct entity_use, i);
        const struct used_entity *user =
            use->owner == ENTITY_NONE ? NULL : uses_entity(uses, use->owner);
        if (user && strcmp(user->name, uses_entity(uses, variable)->name) == 0 &&
            (use->ways & USE_DECLARE)) {
            const char *type = without_keyword(uses_entity(uses, use->entity)->name);
            char *name = g_strdup_printf("%s.%s", type, field);
            find_names(entities, uses, name, NULL);
            g_free(name);
        }
    }
}

/* VARIABLE.FIELD means the field of the variable's type. */
static void find_member(GArray *entities, const struct uses *uses, const char *text)
{
    const char *dot = strrchr(text, '.');
    char *name = g_strndup(text, dot ? (gsize)(dot - text) : 0);
    for (guint i = 0; dot && i < uses->entities->len; i++) {
        const struct used_entity *entity = uses_entity(uses, i);
        if ((entity->kind == 'v' || entity->kind == 'g') && strcmp(entity->name, name) == 0) {
            add_field(entities, uses, i, dot + 1);
        }
    }
    g_free(name);
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

void entities_named(GArray *entities, const struct uses *uses, const char *text)
{
    guint before = entities->len;
    if (find_lines(entities, uses, text)) {
        leave_functions_out(entities, uses, before);
        return;
    }
    find_names(entities, uses, text, NULL);
    /* FILE:NAME, but not the scopes of NAME */
    for (const char *colon = strchr(text, ':'); colon && entities->len == before;
         colon = strchr(colon + 1, ':')) {
        if (colon > text && colon[1] != ':' && colon[-1] != ':') {
            char *path = g_strndup(text, (gsize)(colon - text));
            find_names(entities, uses, colon + 1, path);
            g_free(path);
        }
    }
    if (entities->len == before) {
        find_member(entities, uses, text);
    }
}

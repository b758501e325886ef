/*
 * The kind `uses`: which macros, types, enumerators, fields and variables a function mentions, and
 * in the graph where these are defined and what their definitions mention.
 *
 * Mentions have places alone, since the preprocessor knows nothing else. So each belongs to the
 * innermost function or definition around its place.
 */
#include "metadata/functions/function_kinds.h"

#include <write/json_text.h>

#include <stdlib.h>
#include <string.h>

#include "metadata/common/extent.h"
#include "unit/unit_uses.h"

/** A definition that may own mentions: of a function, or of an entity. */
struct owner {
    const char *file;
    uint64_t first;
    uint64_t last;
    unit_id function; /**< UNIT_NONE: it is an entity's */
    entity_id entity;
    uint32_t group; /**< of owners with the same extent, such as instances of a template */
    guint around;   /**< the last of the owners around it, plus one; 0: none */
};

/** An entity that an owner mentions in a line. */
struct mention {
    uint64_t key; /**< owner, then rank of the entity */
    uint32_t line;
    unsigned ways;
};

struct sorting {
    const struct rendering *r;
    const struct uses *uses;
    GArray *owners;     /**< of struct owner, by file and place, outer ones first */
    guint last;         /**< the owner found last */
    GArray *mentions;   /**< of struct mention */
    uint32_t groups;    /**< number of groups; entities follow them as owners */
    guint *begins;      /**< the first mention of each owner */
    uint32_t *rank;     /**< place of each entity in order of file and name, */
    entity_id *by_rank; /**< and back */
    bool *wanted;       /**< by entity: a function uses it, or what a function uses does */
};

/* Order of entities */

static const struct entity *entity_at(const struct uses *uses, entity_id entity)
{
    return &g_array_index(uses->entities, struct entity, entity);
}

static gint by_file_and_name(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct entity *x = entity_at(user, *(const entity_id *)a);
    const struct entity *y = entity_at(user, *(const entity_id *)b);
    int order = x->file == y->file ? 0 : strcmp(x->file, y->file);
    return order ? order : strcmp(x->name, y->name);
}

static void rank_entities(struct sorting *s)
{
    guint count = s->uses->entities->len;
    s->by_rank = g_new(entity_id, count + 1);
    s->rank = g_new(uint32_t, count + 1);
    for (guint i = 0; i < count; i++) {
        s->by_rank[i] = i;
    }
    g_qsort_with_data(s->by_rank, (gint)count, sizeof *s->by_rank, by_file_and_name,
                      (gpointer)s->uses);
    for (guint i = 0; i < count; i++) {
        s->rank[s->by_rank[i]] = i;
    }
}

/* Owners */

static int by_extent(const void *a, const void *b)
{
    const struct owner *x = a;
    const struct owner *y = b;
    if (x->file != y->file) {
        return (uintptr_t)x->file < (uintptr_t)y->file ? -1 : 1;
    }
    if (x->first != y->first) {
        return x->first < y->first ? -1 : 1;
    }
    return (x->last < y->last) - (x->last > y->last);
}

static bool contains(const struct owner *owner, const char *file, uint64_t position)
{
    return owner->file == file && owner->first <= position && position <= owner->last;
}

/** The innermost of the owners up to `count` that contains a place, plus one; 0: none. */
static guint innermost(const struct sorting *s, guint count, const char *file, uint64_t position)
{
    while (count > 0) {
        const struct owner *owner = &g_array_index(s->owners, struct owner, count - 1);
        if (contains(owner, file, position)) {
            break;
        }
        count = owner->around;
    }
    return count;
}

/** The owner around another, given all before it. */
static guint enclosing(const struct sorting *s, guint index, const struct owner *owner)
{
    return innermost(s, index, owner->file, owner->first);
}

static void gather_owners(struct sorting *s)
{
    const struct unit *unit = s->r->unit;
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        struct owner owner = {function->origin, 0, 0, i, ENTITY_NONE, 0, 0};
        if (!function->in_system_header && extent_of(&owner.first, &owner.last, unit, i)) {
            g_array_append_val(s->owners, owner);
        }
    }
    for (guint i = 0; i < s->uses->places->len; i++) {
        const struct entity_place *place = &g_array_index(s->uses->places, struct entity_place, i);
        const struct owner owner = {
            place->file, place->first, place->last, UNIT_NONE, place->owner, 0, 0};
        if (place->owner != ENTITY_NONE) {
            g_array_append_val(s->owners, owner);
        }
    }
    if (s->owners->len > 1) {
        qsort(s->owners->data, s->owners->len, sizeof(struct owner), by_extent);
    }
    for (guint i = 0; i < s->owners->len; i++) {
        struct owner *owner = &g_array_index(s->owners, struct owner, i);
        bool same = i > 0 && by_extent(owner - 1, owner) == 0;
        owner->group = same ? owner[-1].group : s->groups++;
        owner->around = same ? owner[-1].around : enclosing(s, i, owner);
    }
}

/* Mentions and their owners */

static void add_mention(struct sorting *s, uint32_t owner, entity_id entity, uint32_t line,
                        unsigned ways)
{
    const struct mention mention = {(uint64_t)owner << 32 | s->rank[entity], line, ways};
    g_array_append_val(s->mentions, mention);
}

static bool begins_before(const struct owner *owner, const struct entity_use *use)
{
    if (owner->file != use->file) {
        return (uintptr_t)owner->file < (uintptr_t)use->file;
    }
    return owner->first <= use->position;
}

/** The number of owners that begin before a place or there. Most places follow the last one. */
static guint owners_before(const struct sorting *s, const struct entity_use *use)
{
    guint low = 0;
    guint high = s->owners->len;
    if (s->last < high && begins_before(&g_array_index(s->owners, struct owner, s->last), use)) {
        low = s->last + 1;
        if (low == high || !begins_before(&g_array_index(s->owners, struct owner, low), use)) {
            return low;
        }
    }
    while (low < high) {
        guint middle = low + (high - low) / 2;
        bool before = begins_before(&g_array_index(s->owners, struct owner, middle), use);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

/** Owners of a group are neighbours: those that are entities have mentions of their own. */
static void add_to_group(struct sorting *s, guint last, const struct entity_use *use)
{
    uint32_t group = g_array_index(s->owners, struct owner, last).group;
    uint32_t line = (uint32_t)(use->position >> 32);
    bool of_function = false;
    for (guint i = last + 1; i > 0; i--) {
        const struct owner *owner = &g_array_index(s->owners, struct owner, i - 1);
        if (owner->group != group) {
            break;
        }
        of_function = of_function || owner->function != UNIT_NONE;
        if (owner->function == UNIT_NONE && owner->entity != use->entity) {
            add_mention(s, s->groups + owner->entity, use->entity, line, use->ways);
        }
    }
    if (of_function) {
        add_mention(s, group, use->entity, line, use->ways);
    }
}

static int by_key(const void *a, const void *b)
{
    const struct mention *x = a;
    const struct mention *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    return (x->line > y->line) - (x->line < y->line);
}

static uint32_t owner_of(const struct mention *mention)
{
    return (uint32_t)(mention->key >> 32);
}

/** Sorts mentions by owner, then each owner's few. */
static void sort_mentions(struct sorting *s)
{
    guint owners = s->groups + s->uses->entities->len;
    GArray *from = s->mentions;
    struct mention *to = g_new(struct mention, from->len + 1);
    s->begins = g_new0(guint, owners + 2);
    for (guint i = 0; i < from->len; i++) {
        s->begins[owner_of(&g_array_index(from, struct mention, i)) + 2]++;
    }
    for (guint i = 2; i < owners + 2; i++) {
        s->begins[i] += s->begins[i - 1];
    }
    for (guint i = 0; i < from->len; i++) {
        const struct mention *mention = &g_array_index(from, struct mention, i);
        to[s->begins[owner_of(mention) + 1]++] = *mention;
    }
    for (guint i = 0; i < owners; i++) {
        qsort(to + s->begins[i], s->begins[i + 1] - s->begins[i], sizeof *to, by_key);
    }
    if (from->len > 0) {
        memcpy(from->data, to, from->len * sizeof *to);
    }
    g_free(to);
}

static void gather_mentions(struct sorting *s)
{
    const GArray *all = s->uses->mentions;
    for (guint i = 0; i < all->len; i++) {
        const struct entity_use *use = &g_array_index(all, struct entity_use, i);
        guint before = owners_before(s, use);
        guint found = innermost(s, before, use->file, use->position);
        s->last = before ? before - 1 : 0;
        if (found) {
            add_to_group(s, found - 1, use);
        }
    }
    for (guint i = 0; i < s->uses->needs->len; i++) {
        const struct entity_need *need = &g_array_index(s->uses->needs, struct entity_need, i);
        add_mention(s, s->groups + need->owner, need->entity, need->line, need->ways);
    }
    sort_mentions(s);
}

/** The first mention of an owner. */
static guint first_of(const struct sorting *s, uint32_t owner)
{
    return s->begins[owner];
}

/** The mention at an index, if it is of an owner; else NULL. */
static const struct mention *mention_of(const struct sorting *s, guint index, uint32_t owner)
{
    const struct mention *mention =
        index < s->mentions->len ? &g_array_index(s->mentions, struct mention, index) : NULL;
    return mention && owner_of(mention) == owner ? mention : NULL;
}

/* What functions use, and what that uses */

static void want(struct sorting *s, GArray *pending, entity_id entity)
{
    if (entity != ENTITY_NONE && !s->wanted[entity]) {
        s->wanted[entity] = true;
        g_array_append_val(pending, entity);
    }
}

/** Shared variables mention what their declarations do, in each file. */
static void want_declarations(struct sorting *s, GArray *pending)
{
    for (guint i = 0; i < s->uses->places->len; i++) {
        const struct entity_place *place = &g_array_index(s->uses->places, struct entity_place, i);
        if (s->wanted[place->entity]) {
            want(s, pending, place->owner);
        }
    }
}

static void want_needs(struct sorting *s, GArray *pending, entity_id entity)
{
    const struct mention *mention;
    uint32_t owner = s->groups + entity;
    want(s, pending, entity_at(s->uses, entity)->within);
    for (guint i = first_of(s, owner); (mention = mention_of(s, i, owner)); i++) {
        want(s, pending, s->by_rank[(uint32_t)mention->key]);
    }
}

/** Whether a place is that of a function that the graph has, or of a namespace. */
static bool is_wanted_by_itself(const struct sorting *s, const struct entity_place *place)
{
    if (place->kind != ENTITY_PROTOTYPE && place->kind != ENTITY_OWN_PROTOTYPE) {
        return place->kind == ENTITY_NAMESPACE;
    }
    const char *name = entity_at(s->uses, place->entity)->name;
    char *linkage = g_strndup(name, strlen(name) - strlen(PROTOTYPE_END));
    bool known = unit_find(s->r->unit, linkage) != UNIT_NONE;
    g_free(linkage);
    return known;
}

static void find_wanted(struct sorting *s)
{
    GArray *pending = g_array_new(FALSE, FALSE, sizeof(entity_id));
    s->wanted = g_new0(bool, s->uses->entities->len + 1);
    for (guint i = 0; i < s->mentions->len; i++) {
        const struct mention *mention = &g_array_index(s->mentions, struct mention, i);
        if (owner_of(mention) < s->groups) {
            want(s, pending, s->by_rank[(uint32_t)mention->key]);
        }
    }
    for (guint i = 0; i < s->uses->places->len; i++) {
        const struct entity_place *place = &g_array_index(s->uses->places, struct entity_place, i);
        if (is_wanted_by_itself(s, place)) {
            want(s, pending, place->entity);
        }
    }
    for (guint done = 0; done < pending->len;) {
        for (; done < pending->len; done++) {
            want_needs(s, pending, g_array_index(pending, entity_id, done));
        }
        want_declarations(s, pending);
    }
    g_array_free(pending, TRUE);
}

/* Text */

static void add_comma(GString *out)
{
    char last = out->str[out->len - 1];
    if (last != '{') {
        g_string_append_c(out, ',');
    }
}

/** Begins the member of a file in an object of files, and ends the one before it. */
static void add_file(GString *out, const char **current, const char *file)
{
    if (*current != file) {
        g_string_append(out, *current ? "}," : "");
        json_text_add_string(out, file);
        g_string_append(out, ":{");
        *current = file;
    }
}

static void add_ways(GString *out, unsigned ways)
{
    static const char letters[] = USE_LETTERS;
    for (size_t i = 0; letters[i]; i++) {
        if (ways & 1u << i) {
            g_string_append_c(out, letters[i]);
        }
    }
}

/** Appends all mentions of an entity by an owner, from `index` on. @return the index behind. */
static guint add_lines(GString *out, const struct sorting *s, guint index)
{
    const struct mention *first = &g_array_index(s->mentions, struct mention, index);
    const char *blank = "";
    g_string_append_c(out, '"');
    while (index < s->mentions->len) {
        const struct mention *mention = &g_array_index(s->mentions, struct mention, index);
        unsigned ways = 0;
        uint32_t line = mention->line;
        if (mention->key != first->key) {
            break;
        }
        for (; index < s->mentions->len && mention->key == first->key && mention->line == line;
             index++, mention++) {
            ways |= mention->ways;
        }
        g_string_append(out, blank);
        json_text_add_number(out, line);
        add_ways(out, ways);
        blank = " ";
    }
    g_string_append_c(out, '"');
    return index;
}

/** Appends what an owner mentions. */
static void add_mentions(GString *out, const struct sorting *s, uint32_t owner)
{
    const char *file = NULL;
    const struct mention *mention;
    guint index = first_of(s, owner);
    g_string_append_c(out, '{');
    while ((mention = mention_of(s, index, owner))) {
        const struct entity *entity = entity_at(s->uses, s->by_rank[(uint32_t)mention->key]);
        add_file(out, &file, entity->file);
        add_comma(out);
        json_text_add_string(out, entity->name);
        g_string_append_c(out, ':');
        index = add_lines(out, s, index);
    }
    g_string_append(out, file ? "}}" : "}");
}

/* The graph's value */

static gint by_file_and_entity(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct sorting *s = user;
    const struct entity_place *x = a;
    const struct entity_place *y = b;
    int order = x->file == y->file ? 0 : strcmp(x->file, y->file);
    const char *left = entity_at(s->uses, x->entity)->name;
    const char *right = entity_at(s->uses, y->entity)->name;
    order = order || left == right ? order : strcmp(left, right);
    order = order ? order : (x->kind > y->kind) - (x->kind < y->kind);
    order = order ? order : (x->first > y->first) - (x->first < y->first);
    return order ? order : (x->last > y->last) - (x->last < y->last);
}

static void add_place(GString *out, const struct entity_place *place)
{
    uint32_t first = (uint32_t)(place->first >> 32);
    uint32_t last = (uint32_t)(place->last >> 32);
    g_string_append_c(out, (char)place->kind);
    json_text_add_number(out, first);
    if (last > first) {
        g_string_append_c(out, '-');
        json_text_add_number(out, last);
    }
}

/** Where entities are: for each file and name the places. */
static void add_places(GString *out, const struct sorting *s)
{
    GArray *places = s->uses->places;
    const char *file = NULL;
    const char *name = NULL;
    g_string_append_c(out, '{');
    g_array_sort_with_data(places, by_file_and_entity, (gpointer)s);
    for (guint i = 0; i < places->len; i++) {
        const struct entity_place *place = &g_array_index(places, struct entity_place, i);
        const char *own = entity_at(s->uses, place->entity)->name;
        if (!s->wanted[place->entity] ||
            (i > 0 && by_file_and_entity(place - 1, place, (gpointer)s) == 0)) {
            continue;
        }
        bool more = file == place->file && name == own;
        if (!more) {
            g_string_append(out, name ? "\"" : "");
            add_file(out, &file, place->file);
            add_comma(out);
            json_text_add_string(out, own);
            g_string_append(out, ":\"");
            name = own;
        } else {
            g_string_append_c(out, ' ');
        }
        add_place(out, place);
    }
    g_string_append(out, file ? "\"}}" : "}");
}

/** What their definitions mention. */
static void add_needs(GString *out, const struct sorting *s)
{
    const char *file = NULL;
    g_string_append_c(out, '{');
    for (guint i = 0; i < s->uses->entities->len; i++) {
        entity_id entity = s->by_rank[i];
        uint32_t owner = s->groups + entity;
        if (s->wanted[entity] && mention_of(s, first_of(s, owner), owner)) {
            add_file(out, &file, entity_at(s->uses, entity)->file);
            add_comma(out);
            json_text_add_string(out, entity_at(s->uses, entity)->name);
            g_string_append_c(out, ':');
            add_mentions(out, s, owner);
        }
    }
    g_string_append(out, file ? "}}" : "}");
}

static int write_graph(const struct sorting *s, struct cg_error *error)
{
    GString *text = g_string_new("{\"at\":");
    add_places(text, s);
    g_string_append(text, ",\"uses\":");
    add_needs(text, s);
    g_string_append_c(text, '}');
    const struct cg_value value = {text->str, text->len};
    int status = cg_metadata_set(s->r->graph, CG_ON_GRAPH, 0, CG_KEY_USES, &value, error);
    g_string_free(text, TRUE);
    return status;
}

/** What a function mentions, in lines of the file that defines it. */
static void add_function(GString *out, const struct sorting *s, const struct owner *owner)
{
    g_string_assign(out, "{");
    if (mention_of(s, first_of(s, owner->group), owner->group)) {
        json_text_add_string(out, owner->file);
        g_string_append_c(out, ':');
        add_mentions(out, s, owner->group);
    }
    g_string_append_c(out, '}');
}

static int write_functions(const struct sorting *s, struct cg_error *error)
{
    GString *text = g_string_new(NULL);
    int status = CG_OK;
    uint32_t written = UINT32_MAX;
    for (guint i = 0; i < s->owners->len && !status; i++) {
        const struct owner *owner = &g_array_index(s->owners, struct owner, i);
        if (owner->function == UNIT_NONE) {
            continue;
        }
        if (owner->group != written) {
            add_function(text, s, owner);
            written = owner->group;
        }
        status = cg_metadata_set(s->r->graph, CG_ON_NODE, s->r->nodes[owner->function], CG_KEY_USES,
                                 &(struct cg_value){text->str, text->len}, error);
    }
    g_string_free(text, TRUE);
    return status;
}

static int write_uses(const struct rendering *r, struct cg_error *error)
{
    if (!r->unit->uses) {
        return CG_OK;
    }
    struct sorting s = {
        .r = r,
        .uses = r->unit->uses,
        .owners = g_array_new(FALSE, FALSE, sizeof(struct owner)),
        .mentions = g_array_new(FALSE, FALSE, sizeof(struct mention)),
    };
    rank_entities(&s);
    gather_owners(&s);
    gather_mentions(&s);
    find_wanted(&s);
    int status = write_functions(&s, error);
    status = status ? status : write_graph(&s, error);
    g_array_free(s.owners, TRUE);
    g_array_free(s.mentions, TRUE);
    g_free(s.rank);
    g_free(s.by_rank);
    g_free(s.wanted);
    g_free(s.begins);
    return status;
}

/** The range of a function may be wanted for itself. */
static void look(struct unit *unit, struct unit_function *function,
                 const struct seen_declaration *seen)
{
    if (!collected_kinds_have(unit->kinds, CG_KEY_SOURCE_RANGE)) {
        extent_look(unit, function, seen);
    }
}

const struct collected_kind kind_uses = {
    .key = CG_KEY_USES,
    .description = "which macros, types, enumerators, fields and variables it uses, and where",
    .places = CG_ON_NODE | CG_ON_GRAPH,
    .look = look,
    .write = write_uses,
};

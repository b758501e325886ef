/* Follows changed definitions to the functions that depend on them. */
#include "verbs/impact/dependents.h"

#include "verbs/impact/changed_declarations.h"

#include <libcg/kinds.h>

#include <string.h>

/* How an entity is concerned. */
enum concern {
    AS_A_WHOLE = 1, /* its definition changed */
    ITS_LAYOUT = 2, /* values of it changed, what only names it did not */
};

/* An entity to follow. */
struct step {
    uint32_t entity;
    enum concern concern;
};

struct search {
    struct query *query;
    const struct uses *uses;
    unsigned char *seen; /* by entity: set of enum concern */
    GArray *steps;       /* of struct step */
    GHashTable *nodes;   /* functions found for the current change */
    GHashTable *found;   /* node + 1: index + 1 in `dependents` */
    GArray *dependents;
    GHashTable *classes; /* entity + 1 of each class, by name_of_class */
    uint32_t cause;
    uint64_t work; /* uses and places looked at */
};

#define OF_VALUES (USE_HOLD | USE_SIZE)

static bool is_type(char kind)
{
    return kind == 's' || kind == 't' || kind == 'e';
}

static void concern(struct search *search, uint32_t entity, enum concern how)
{
    const struct step step = {entity, how};
    if (entity == ENTITY_NONE || (search->seen[entity] & (how | AS_A_WHOLE))) {
        return;
    }
    search->seen[entity] |= how;
    g_array_append_val(search->steps, step);
}

static void add_function(struct search *search, uint32_t entity, const struct entity_use *use)
{
    gpointer key = GUINT_TO_POINTER(use->node + 1);
    const struct dependent dependent = {use->node, entity, search->cause, *use};
    g_hash_table_add(search->nodes, key);
    if (!g_hash_table_contains(search->found, key)) {
        g_array_append_val(search->dependents, dependent);
        g_hash_table_insert(search->found, key, GUINT_TO_POINTER(search->dependents->len));
    }
}

/* The fields that are defined in a line of a class. */
static void concern_fields(struct search *search, const struct entity_use *use)
{
    guint end, first = uses_places_in(search->uses, use->file, use->line, use->line, &end);
    search->work += end - first;
    for (guint i = first; i < end; i++) {
        const struct entity_place *place = uses_place(search->uses, i);
        if (place->kind == 'f' && place->last >= use->line) {
            concern(search, place->entity, AS_A_WHOLE);
        }
    }
}

/* A definition or declaration uses a type that changed. */
static void follow_type(struct search *search, const struct step *step,
                        const struct entity_use *use)
{
    char to = uses_entity(search->uses, use->owner)->kind;
    bool embeds = (use->ways & OF_VALUES) != 0;
    bool named = step->concern == AS_A_WHOLE;
    if (to == 's') {
        if (named) {
            concern_fields(search, use);
        }
        if (embeds) {
            concern(search, use->owner, ITS_LAYOUT);
        }
    } else if (named) {
        concern(search, use->owner, AS_A_WHOLE);
    } else if (embeds) {
        bool declares_function = prototype_is(uses_entity(search->uses, use->owner));
        concern(search, use->owner, declares_function ? AS_A_WHOLE : ITS_LAYOUT);
    }
}

/* A definition or declaration uses what changed. */
static void follow_owner(struct search *search, const struct step *step,
                         const struct entity_use *use)
{
    const struct used_entity *from = uses_entity(search->uses, step->entity);
    if (is_type(from->kind)) {
        follow_type(search, step, use);
        return;
    }
    unsigned of_value = USE_READ | USE_EXPAND | USE_SIZE | (prototype_is(from) ? USE_ADDRESS : 0);
    if (uses_entity(search->uses, use->owner)->kind == 's') {
        concern(search, use->owner, ITS_LAYOUT);
        concern_fields(search, use);
    } else if (use->ways & of_value) {
        concern(search, use->owner, AS_A_WHOLE);
    }
}

static void follow_prototype(struct search *search, uint32_t entity)
{
    GArray *users = prototype_users(search->query, search->uses, entity, &search->work);
    for (guint i = 0; i < users->len; i++) {
        add_function(search, entity, &g_array_index(users, struct entity_use, i));
    }
    g_array_unref(users);
}

static void follow_uses(struct search *search, const struct step *step)
{
    size_t count;
    const struct entity_use *uses = uses_of(search->uses, step->entity, &count);
    search->work += count + 1;
    if (prototype_is(uses_entity(search->uses, step->entity))) {
        follow_prototype(search, step->entity);
    }
    for (size_t i = 0; i < count; i++) {
        if (uses[i].owner != ENTITY_NONE) {
            follow_owner(search, step, &uses[i]);
        } else if (step->concern == AS_A_WHOLE || (uses[i].ways & OF_VALUES)) {
            add_function(search, step->entity, &uses[i]);
        }
    }
}

/* Fields are named "CLASS.FIELD", beside "struct CLASS". Release with g_free. */
static char *name_of_class(const char *file, const char *name, size_t length)
{
    return g_strdup_printf("%.*s\n%s", (int)length, name, file);
}

static GHashTable *index_classes(const struct uses *uses)
{
    GHashTable *classes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = uses->entities->len; i > 0; i--) { /* the first of a name stays */
        const struct used_entity *entity = uses_entity(uses, i - 1);
        const char *blank = strchr(entity->name, ' ');
        const char *name = blank ? blank + 1 : entity->name;
        if (entity->kind == 's') {
            g_hash_table_insert(classes, name_of_class(entity->file, name, strlen(name)),
                                GUINT_TO_POINTER(i));
        }
    }
    return classes;
}

static uint32_t class_of(struct search *search, uint32_t field)
{
    const struct used_entity *entity = uses_entity(search->uses, field);
    const char *dot = strrchr(entity->name, '.');
    if (!dot) {
        return ENTITY_NONE;
    }
    if (!search->classes) {
        search->classes = index_classes(search->uses);
    }
    char *name = name_of_class(entity->file, entity->name, (size_t)(dot - entity->name));
    void *found = g_hash_table_lookup(search->classes, name);
    g_free(name);
    return found ? GPOINTER_TO_UINT(found) - 1 : ENTITY_NONE;
}

/* Whether the first or the last line of a place changed. */
static bool has_end(const struct entity_place *place, const struct changed_entity *changed)
{
    return changed->last >= changed->first &&
           (changed->first <= place->first || changed->last >= place->last);
}

/* What is defined within a place. */
static void concern_contents(struct search *search, const struct entity_place *outer)
{
    guint end;
    guint first = uses_places_in(search->uses, outer->file, outer->first, outer->last, &end);
    search->work += end - first;
    for (guint i = first; i < end; i++) {
        const struct entity_place *place = uses_place(search->uses, i);
        if (place->first >= outer->first && place->last <= outer->last) {
            concern(search, place->entity, AS_A_WHOLE);
        }
    }
}

/* The functions whose bodies are within a place. */
static void add_bodies(struct search *search, const struct entity_place *outer)
{
    const struct cg_graph *graph = search->query->graph;
    search->work += cg_graph_node_count(graph);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        struct cg_source_range range;
        const char *origin = cg_node_origin(graph, node);
        if (origin && strcmp(origin, outer->file) == 0 && cg_source_range(&range, graph, node) &&
            range.first_line >= outer->first && range.last_line <= outer->last) {
            const struct entity_use use = {outer->entity,    node,      ENTITY_NONE, outer->file,
                                           range.first_line, USE_DEFINE};
            add_function(search, outer->entity, &use);
        }
    }
}

/* A change of a place, by what is defined there. */
static void concern_place(struct search *search, const struct entity_place *place,
                          const struct changed_entity *changed)
{
    switch (place->kind) {
    case 'n':
        add_bodies(search, place);
        concern_contents(search, place);
        break;
    case 'e':
        concern_contents(search, place);
        break;
    case 's':
        if (has_end(place, changed)) {
            concern(search, place->entity, AS_A_WHOLE);
            concern_contents(search, place);
        }
        break;
    default:
        break;
    }
}

static void concern_change(struct search *search, const struct changed_entity *changed)
{
    const struct uses *uses = search->uses;
    char kind = uses_entity(uses, changed->entity)->kind;
    concern(search, changed->entity, kind == 's' ? ITS_LAYOUT : AS_A_WHOLE);
    if (kind == 'f') {
        concern(search, class_of(search, changed->entity), ITS_LAYOUT);
    }
    guint count;
    const guint *places = uses_places_of(uses, changed->entity, &count);
    for (guint i = 0; i < count; i++) {
        const struct entity_place *place = uses_place(uses, places[i]);
        if (place->first <= MAX(changed->last, changed->first) && place->last >= changed->first &&
            strcmp(place->file, changed->file) == 0) {
            concern_place(search, place, changed);
        }
    }
}

static void search_change(struct search *search, struct changed_entity *changed)
{
    g_array_set_size(search->steps, 0);
    g_hash_table_remove_all(search->nodes);
    search->cause = changed->entity;
    concern_change(search, changed);
    for (guint i = 0; i < search->steps->len && search->work <= DEPENDENTS_MOST_WORK; i++) {
        const struct step step = g_array_index(search->steps, struct step, i);
        follow_uses(search, &step);
    }
    for (guint i = 0; i < search->steps->len; i++) {
        search->seen[g_array_index(search->steps, struct step, i).entity] = 0;
    }
    changed->functions = g_hash_table_size(search->nodes);
}

static gint by_rank(gconstpointer a, gconstpointer b, gpointer user)
{
    uint32_t x = query_rank(user)[((const struct dependent *)a)->node];
    uint32_t y = query_rank(user)[((const struct dependent *)b)->node];
    return (x > y) - (x < y);
}

static void free_search(struct search *search)
{
    g_free(search->seen);
    g_array_unref(search->steps);
    g_hash_table_unref(search->nodes);
    g_hash_table_unref(search->found);
    if (search->classes) {
        g_hash_table_unref(search->classes);
    }
}

int dependents_find(GArray **out, struct query *query, const struct uses *uses, GArray *entities)
{
    struct search search = {
        .query = query,
        .uses = uses,
        .seen = g_new0(unsigned char, uses->entities->len + 1),
        .steps = g_array_new(FALSE, FALSE, sizeof(struct step)),
        .nodes = g_hash_table_new(g_direct_hash, g_direct_equal),
        .found = g_hash_table_new(g_direct_hash, g_direct_equal),
        .dependents = g_array_new(FALSE, FALSE, sizeof(struct dependent)),
    };
    for (guint i = 0; i < entities->len && search.work <= DEPENDENTS_MOST_WORK; i++) {
        search_change(&search, &g_array_index(entities, struct changed_entity, i));
    }
    g_array_sort_with_data(search.dependents, by_rank, query);
    *out = search.dependents;
    free_search(&search);
    if (search.work > DEPENDENTS_MOST_WORK) {
        cli_error("%u definitions changed, and following them to what depends on them takes more "
                  "than %" G_GUINT64_FORMAT " steps; ask about a part of the change",
                  entities->len, DEPENDENTS_MOST_WORK);
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

/* Reads the uses of a graph into tables. */
#include "uses/use_tables.h"

#include <libcg/kinds.h>
#include <libcg/value.h>

#include <string.h>

/* While reading, entities are numbered as they come. */
struct reader {
    struct uses *uses;
    GHashTable *known; /* number + 1 of each struct used_entity */
    cg_node node;      /* whose mentions are read, or CG_NONE */
    uint32_t owner;    /* else this entity's */
    const char *file;  /* the lines are those of this file */
};

/* Names */

static guint hash_entity(gconstpointer data)
{
    const struct used_entity *entity = data;
    return g_direct_hash(entity->name) * 31 + g_direct_hash(entity->file);
}

static gboolean equal_entities(gconstpointer a, gconstpointer b)
{
    const struct used_entity *x = a, *y = b;
    return x->name == y->name && x->file == y->file;
}

/* Equal texts are one pointer. */
static const char *keep_text(struct reader *reader, const char *text)
{
    return g_string_chunk_insert_const(reader->uses->strings, text);
}

/* The text of a JSON string. */
static const char *keep_value(struct reader *reader, const struct cg_value *value)
{
    char *text = g_malloc(value->length + 1);
    cg_value_text(text, value);
    const char *kept = keep_text(reader, text);
    g_free(text);
    return kept;
}

static uint32_t entity_of(struct reader *reader, const char *file, const char *name, bool add)
{
    const struct used_entity entity = {.file = file, .name = name};
    GArray *entities = reader->uses->entities;
    void *known = g_hash_table_lookup(reader->known, &entity);
    if (known || !add) {
        return known ? GPOINTER_TO_UINT(known) - 1 : ENTITY_NONE;
    }
    struct used_entity *key = g_new(struct used_entity, 1);
    *key = entity;
    g_array_append_val(entities, entity);
    g_hash_table_insert(reader->known, key, GUINT_TO_POINTER(entities->len));
    return entities->len - 1;
}

/* Values */

typedef void visit_text(struct reader *reader, const char *file, const char *name, char *words);

/* Visit the texts of {FILE: {NAME: TEXT}}. A value of another shape has none. */
static void visit_names(struct reader *reader, const struct cg_value *files, visit_text *visit)
{
    struct cg_value_walk outer, inner;
    struct cg_value file, names, name, text;
    cg_value_walk_start(&outer, files);
    while (cg_value_type(files) == CG_VALUE_OBJECT && cg_value_walk_next(&outer, &file, &names)) {
        const char *kept = keep_value(reader, &file);
        cg_value_walk_start(&inner, &names);
        while (cg_value_type(&names) == CG_VALUE_OBJECT &&
               cg_value_walk_next(&inner, &name, &text)) {
            if (cg_value_type(&text) == CG_VALUE_STRING) {
                char *words = g_strndup(text.text + 1, text.length - 2);
                visit(reader, kept, keep_value(reader, &name), words);
                g_free(words);
            }
        }
    }
}

static unsigned ways_of(const char *letters)
{
    static const char all[] = "rwaxdhcskb";
    unsigned ways = 0;
    for (; *letters; letters++) {
        const char *at = strchr(all, *letters);
        ways |= at ? 1u << (at - all) : 0;
    }
    return ways;
}

static void add_uses(struct reader *reader, const char *file, const char *name, char *words)
{
    struct entity_use use = {.entity = entity_of(reader, file, name, true),
                             .node = reader->node,
                             .owner = reader->owner,
                             .file = reader->file};
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *letters;
        use.line = (uint32_t)g_ascii_strtoull(word, &letters, 10);
        use.ways = ways_of(letters);
        g_array_append_val(reader->uses->uses, use);
    }
}

static void add_places(struct reader *reader, const char *file, const char *name, char *words)
{
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *end;
        const char *of = word[0] == 'g' || word[0] == 'p' ? keep_text(reader, "") : file;
        struct entity_place place = {.file = file, .kind = word[0]};
        place.entity = entity_of(reader, of, name, true);
        place.first = place.last = (uint32_t)g_ascii_strtoull(word + 1, &end, 10);
        if (*end == '-') {
            place.last = (uint32_t)g_ascii_strtoull(end + 1, NULL, 10);
        }
        struct used_entity *entity =
            &g_array_index(reader->uses->entities, struct used_entity, place.entity);
        entity->kind = entity->kind ? entity->kind : place.kind;
        g_array_append_val(reader->uses->places, place);
    }
}

/* {FILE: {OWNER: {FILE: {NAME: TEXT}}}} */
static void read_needs(struct reader *reader, const struct cg_value *files)
{
    struct cg_value_walk outer, inner;
    struct cg_value file, owners, owner, needs;
    cg_value_walk_start(&outer, files);
    while (cg_value_type(files) == CG_VALUE_OBJECT && cg_value_walk_next(&outer, &file, &owners)) {
        reader->file = keep_value(reader, &file);
        cg_value_walk_start(&inner, &owners);
        while (cg_value_type(&owners) == CG_VALUE_OBJECT &&
               cg_value_walk_next(&inner, &owner, &needs)) {
            const char *name = keep_value(reader, &owner);
            uint32_t own = entity_of(reader, reader->file, name, false);
            reader->owner =
                own == ENTITY_NONE ? entity_of(reader, keep_text(reader, ""), name, true) : own;
            visit_names(reader, &needs, add_uses);
        }
    }
}

static bool value_of(struct cg_value *out, const struct cg_graph *graph, enum cg_place place,
                     cg_node node)
{
    const char *text = cg_metadata_get(graph, place, node, CG_KEY_USES);
    *out = (struct cg_value){text, text ? strlen(text) : 0};
    return text != NULL;
}

static void read_graph(struct reader *reader, const struct cg_graph *graph)
{
    struct cg_value value, part;
    reader->node = CG_NONE;
    if (!value_of(&value, graph, CG_ON_GRAPH, 0)) {
        return;
    }
    if (cg_value_member(&part, &value, "at")) {
        visit_names(reader, &part, add_places);
    }
    if (cg_value_member(&part, &value, "uses")) {
        read_needs(reader, &part);
    }
}

/* {FILE OF THE LINES: {FILE: {NAME: TEXT}}} */
static void read_function(struct reader *reader, const struct cg_value *files)
{
    struct cg_value_walk walk;
    struct cg_value file, mentions;
    cg_value_walk_start(&walk, files);
    while (cg_value_type(files) == CG_VALUE_OBJECT && cg_value_walk_next(&walk, &file, &mentions)) {
        reader->file = keep_value(reader, &file);
        visit_names(reader, &mentions, add_uses);
    }
}

static void read_functions(struct reader *reader, const struct cg_graph *graph)
{
    struct cg_value value;
    reader->owner = ENTITY_NONE;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        if (value_of(&value, graph, CG_ON_NODE, node)) {
            reader->uses->recorded++;
            reader->node = node;
            read_function(reader, &value);
        } else {
            reader->uses->missing +=
                cg_node_has_body(graph, node) && !cg_in_system_header(graph, node);
        }
    }
}

/* Order */

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static gint by_file_and_name(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct uses *uses = user;
    const struct used_entity *x = uses_entity(uses, *(const uint32_t *)a);
    const struct used_entity *y = uses_entity(uses, *(const uint32_t *)b);
    int order = strcmp(x->file, y->file);
    return order ? order : strcmp(x->name, y->name);
}

static gint places_by_line(gconstpointer a, gconstpointer b)
{
    const struct entity_place *x = a, *y = b;
    int order = x->file == y->file ? 0 : strcmp(x->file, y->file);
    order = order ? order : compare_numbers(x->first, y->first);
    order = order ? order : compare_numbers(x->last, y->last);
    return order ? order : compare_numbers(x->entity, y->entity);
}

static gint uses_by_entity(gconstpointer a, gconstpointer b, gpointer rank)
{
    const struct entity_use *x = a, *y = b;
    int order = compare_numbers(x->entity, y->entity);
    order = order || x->file == y->file ? order : g_strcmp0(x->file, y->file);
    order = order ? order : compare_numbers(x->line, y->line);
    order = order ? order : compare_numbers(x->owner, y->owner);
    if (order || x->node == y->node) {
        return order;
    }
    return compare_numbers(((const uint32_t *)rank)[x->node], ((const uint32_t *)rank)[y->node]);
}

static void renumber(struct uses *uses, const uint32_t *number)
{
    for (guint i = 0; i < uses->places->len; i++) {
        struct entity_place *place = &g_array_index(uses->places, struct entity_place, i);
        place->entity = number[place->entity];
    }
    for (guint i = 0; i < uses->uses->len; i++) {
        struct entity_use *use = &g_array_index(uses->uses, struct entity_use, i);
        use->entity = number[use->entity];
        use->owner = use->owner == ENTITY_NONE ? ENTITY_NONE : number[use->owner];
    }
}

/* The order of values in the graph does not matter to any answer. */
static void sort(struct uses *uses, const uint32_t *rank)
{
    guint count = uses->entities->len;
    uint32_t *order = g_new(uint32_t, count + 1), *number = g_new(uint32_t, count + 1);
    GArray *sorted = g_array_sized_new(FALSE, FALSE, sizeof(struct used_entity), count);
    for (guint i = 0; i < count; i++) {
        order[i] = i;
    }
    g_qsort_with_data(order, (gint)count, sizeof *order, by_file_and_name, uses);
    for (guint i = 0; i < count; i++) {
        g_array_append_val(sorted, g_array_index(uses->entities, struct used_entity, order[i]));
        number[order[i]] = i;
    }
    g_array_unref(uses->entities);
    uses->entities = sorted;
    renumber(uses, number);
    g_array_sort(uses->places, places_by_line);
    g_array_sort_with_data(uses->uses, uses_by_entity, (gpointer)rank);
    g_free(order);
    g_free(number);
}

/* The name of a function, from its linkage name and "()". */
static const char *shown_function(struct reader *reader, struct query *query, const char *name)
{
    size_t length = strlen(name);
    char *linkage = g_strndup(name, length > 2 ? length - 2 : length);
    cg_node node = cg_graph_find(query->graph, linkage);
    const char *shown = keep_text(reader, node == CG_NONE ? linkage : query_name(query, node));
    g_free(linkage);
    return shown;
}

static void show_names(struct reader *reader, struct query *query)
{
    for (guint i = 0; i < reader->uses->entities->len; i++) {
        struct used_entity *entity = &g_array_index(reader->uses->entities, struct used_entity, i);
        bool is_function = entity->kind == 'p' || entity->kind == 'q';
        entity->shown = is_function ? shown_function(reader, query, entity->name)
                                    : entity->name + (entity->name[0] == '#');
    }
}

struct uses *uses_read(struct query *query)
{
    struct uses *uses = g_new0(struct uses, 1);
    uses->strings = g_string_chunk_new(1 << 14);
    uses->entities = g_array_new(FALSE, FALSE, sizeof(struct used_entity));
    uses->places = g_array_new(FALSE, FALSE, sizeof(struct entity_place));
    uses->uses = g_array_new(FALSE, FALSE, sizeof(struct entity_use));
    struct reader reader = {
        .uses = uses,
        .known = g_hash_table_new_full(hash_entity, equal_entities, g_free, NULL),
    };
    read_graph(&reader, query->graph);
    read_functions(&reader, query->graph);
    show_names(&reader, query);
    g_hash_table_unref(reader.known);
    sort(uses, query_rank(query));
    uses_index_places(uses);
    return uses;
}

void uses_free(struct uses *uses)
{
    if (uses) {
        uses_forget_places(uses);
        g_string_chunk_free(uses->strings);
        g_array_unref(uses->entities);
        g_array_unref(uses->places);
        g_array_unref(uses->uses);
        g_free(uses);
    }
}

/* Asking */

bool uses_recorded(const struct uses *uses)
{
    return uses->recorded > 0 || uses->places->len > 0;
}

const struct used_entity *uses_entity(const struct uses *uses, uint32_t entity)
{
    return &g_array_index(uses->entities, struct used_entity, entity);
}

uint32_t uses_first_named(const struct uses *uses, const char *file, const char *name)
{
    uint32_t low = 0, high = uses->entities->len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct used_entity *entity = uses_entity(uses, middle);
        int order = strcmp(entity->file, file);
        bool before = (order ? order : strcmp(entity->name, name)) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

const char *entity_shown(const struct used_entity *entity)
{
    return entity->shown;
}

const char *entity_kind_word(char kind)
{
    switch (kind) {
    case 'm':
        return "macro";
    case 's':
        return "type";
    case 'e':
        return "enum";
    case 'c':
        return "enumerator";
    case 't':
        return "typedef";
    case 'f':
        return "field";
    case 'v':
    case 'g':
        return "variable";
    case 'p':
    case 'q':
        return "function";
    case 'n':
        return "namespace";
    default:
        return "name";
    }
}

const struct entity_use *uses_of(const struct uses *uses, uint32_t entity, size_t *count)
{
    const struct entity_use *all = (const struct entity_use *)(const void *)uses->uses->data;
    guint low = 0, high = uses->uses->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        bool before = all[middle].entity < entity;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    guint end = low;
    while (end < uses->uses->len && all[end].entity == entity) {
        end++;
    }
    *count = end - low;
    return all + low;
}

/* The word for a way, by its bit's number; NULL past the last. */
static const char *use_word(unsigned bit)
{
    static const char *const words[] = {"reads",    "writes",  "takes address", "expands",
                                        "declares", "holds",   "casts",         "takes size",
                                        "calls",    "defines", "overrides"};
    return bit < G_N_ELEMENTS(words) ? words[bit] : NULL;
}

char *use_words(unsigned ways)
{
    GString *text = g_string_new(NULL);
    const char *word;
    for (unsigned bit = 0; (word = use_word(bit)); bit++) {
        if (ways & 1u << bit) {
            g_string_append_printf(text, "%s%s", text->len ? ", " : "", word);
        }
    }
    return g_string_free(text, FALSE);
}

void uses_note_missing(const struct uses *uses)
{
    if (!uses_recorded(uses)) {
        cli_note("the graph records no macros, types and variables: collect it again, without "
                 "--no-uses");
    } else if (uses->missing > 0) {
        cli_note("what %zu function%s use%s is not recorded", uses->missing, cli_s(uses->missing),
                 uses->missing == 1 ? "s" : "");
    }
}

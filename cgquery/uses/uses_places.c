/* Finds places by file and lines, and by what is there. */
#include "uses/use_tables.h"

#include "names/file_names.h"

/** The places of a file. */
struct file_places {
    guint first;
    guint end;
};

static struct entity_place *place_at(const struct uses *uses, guint number)
{
    return &g_array_index(uses->places, struct entity_place, number);
}

const struct entity_place *uses_place(const struct uses *uses, guint number)
{
    return place_at(uses, number);
}

/* What is in a namespace is no part of it: only its first line is found. */
static uint32_t end_of(const struct entity_place *place)
{
    return place->kind == 'n' ? place->first : place->last;
}

static void index_file(struct uses *uses, guint first, guint end)
{
    struct file_places *of_file = g_new(struct file_places, 1);
    uint32_t furthest = 0;
    *of_file = (struct file_places){first, end};
    for (guint i = first; i < end; i++) {
        furthest = MAX(furthest, end_of(place_at(uses, i)));
        place_at(uses, i)->furthest = furthest;
    }
    g_hash_table_insert(uses->files, (gpointer)place_at(uses, first)->file, of_file);
    file_names_add(uses->file_names, place_at(uses, first)->file);
}

static void index_entities(struct uses *uses)
{
    guint entities = uses->entities->len, places = uses->places->len;
    guint *starts = uses->entity_starts = g_new0(guint, entities + 2);
    uses->entity_places = g_new(guint, places + 1);
    for (guint i = 0; i < places; i++) {
        starts[place_at(uses, i)->entity + 2]++;
    }
    for (guint i = 2; i < entities + 2; i++) {
        starts[i] += starts[i - 1];
    }
    /* What is at N + 1 moves from the begin of the places of N to their end. */
    for (guint i = 0; i < places; i++) {
        uses->entity_places[starts[place_at(uses, i)->entity + 1]++] = i;
    }
}

void uses_index_places(struct uses *uses)
{
    uses->files = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    uses->file_names = file_names_new();
    guint first = 0, count = uses->places->len;
    for (guint i = 0; i < count; i++) {
        if (i + 1 == count || place_at(uses, i + 1)->file != place_at(uses, first)->file) {
            index_file(uses, first, i + 1);
            first = i + 1;
        }
    }
    index_entities(uses);
}

void uses_forget_places(struct uses *uses)
{
    g_hash_table_unref(uses->files);
    g_hash_table_unref(uses->file_names);
    g_free(uses->entity_starts);
    g_free(uses->entity_places);
}

const GPtrArray *uses_files_named(const struct uses *uses, const char *path)
{
    return file_names_find(uses->file_names, path);
}

const guint *uses_places_of(const struct uses *uses, uint32_t entity, guint *count)
{
    *count = uses->entity_starts[entity + 1] - uses->entity_starts[entity];
    return uses->entity_places + uses->entity_starts[entity];
}

static guint up_to(const struct uses *uses, const struct file_places *of_file, uint32_t line)
{
    guint low = of_file->first, high = of_file->end;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        bool before = place_at(uses, middle)->first <= line;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

guint uses_places_in(const struct uses *uses, const char *file, uint32_t first, uint32_t last,
                     guint *end)
{
    const struct file_places *of_file = g_hash_table_lookup(uses->files, file);
    guint begin = *end = of_file ? up_to(uses, of_file, last) : 0;
    while (of_file && begin > of_file->first && place_at(uses, begin - 1)->furthest >= first) {
        begin--;
    }
    return begin;
}

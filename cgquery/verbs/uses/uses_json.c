/* Prints the answer of `uses` as JSON. */
#include "verbs/uses/uses_verb.h"

#include "print/graph_json.h"
#include "print/uses_words.h"

#include <string.h>

static void write_places(struct json *json, const struct answers *answers, uint32_t entity)
{
    json_open(json, "places", '[');
    guint count;
    const guint *places = uses_places_of(answers->uses, entity, &count);
    for (guint i = 0; i < count; i++) {
        const struct entity_place *place = uses_place(answers->uses, places[i]);
        json_open_line(json, NULL, '{');
        json_text(json, "file", place->file);
        json_number(json, "first", place->first);
        json_number(json, "last", place->last);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_user(struct json *json, const struct answers *answers,
                       const struct entity_use *use)
{
    if (use->owner == ENTITY_NONE) {
        json_function(json, "function", answers->query, use->node);
        return;
    }
    const struct used_entity *owner = uses_entity(answers->uses, use->owner);
    json_open_line(json, "in", '{');
    json_text(json, "name", entity_shown(owner));
    json_text(json, "kind", entity_kind_word(owner->kind));
    json_close(json, '}');
}

static void write_line(struct json *json, const struct answers *answers,
                       const struct answer_line *line)
{
    json_open(json, NULL, '{');
    write_user(json, answers, line->use);
    json_text(json, "file", line->use->file);
    json_number(json, "line", line->use->line);
    json_ways(json, "ways", line->use->ways);
    if (line->member != ENTITY_NONE) {
        const char *name = uses_entity(answers->uses, line->member)->name;
        json_text(json, "member", strrchr(name, '.') + 1);
    }
    json_close(json, '}');
}

void uses_print_json(const struct answers *answers)
{
    struct json json = {.out = stdout};
    size_t limit = query_list_limit(answers->query, SIZE_MAX);
    json_begin(&json, answers->query);
    json_open(&json, "entities", '[');
    for (guint i = 0; i < answers->answers->len; i++) {
        const struct answer *answer = &g_array_index(answers->answers, struct answer, i);
        const struct used_entity *entity = uses_entity(answers->uses, answer->entity);
        json_open(&json, NULL, '{');
        json_text(&json, "name", entity_shown(entity));
        json_text(&json, "kind", entity_kind_word(entity->kind));
        write_places(&json, answers, answer->entity);
        json_open(&json, "uses", '[');
        for (guint k = 0; k < answer->lines->len && k < limit; k++) {
            write_line(&json, answers, &g_array_index(answer->lines, struct answer_line, k));
        }
        json_close(&json, ']');
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_number(&json, "unrecorded", answers->uses->missing);
    json_end(&json);
}

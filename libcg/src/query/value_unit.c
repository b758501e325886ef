/* The unit of a number in metadata, by its kind or as a profile declares it. */
#include <libcg/metadata.h>

#include "base/error.h"

#include <libcg/kinds.h>
#include <libcg/validate.h>
#include <libcg/value.h>

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Units that kinds have by definition. */
static const struct {
    const char *path;
    const char *unit;
} known[] = {
    {CG_KEY_STACK_SIZE ".bytes", "bytes"},
    {CG_KEY_BASE_PROFILE ".timeInSeconds", "sec"},
    {CG_KEY_BASE_PROFILE ".inclusiveRtInSeconds", "sec"},
};

/* Members of a profile that count, whatever their metric measures. */
static const char *const counts[] = {".visits", ".count", ".squares"};

/* Where to look for units. */
struct search {
    const struct cg_graph *graph;
    enum cg_place place;
    char *buffer;
};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_metric(const char *path)
{
    bool is = strncmp(path, CG_KEY_PROFILE ".", sizeof CG_KEY_PROFILE) == 0;
    for (size_t i = 0; i < COUNT(counts); i++) {
        is = is && !ends_with(path, counts[i]);
    }
    return is;
}

static int take_text(char **out, const struct cg_value *value, struct cg_error *error)
{
    if (cg_value_type(value) != CG_VALUE_STRING) {
        return CG_OK;
    }
    *out = malloc(value->length);
    if (!*out) {
        return cg_fail_memory(error);
    }
    cg_value_text(*out, value);
    return CG_OK;
}

/* What the first value with such a path declares. */
static int find_declared(char **unit, struct search *s, const char *path, struct cg_error *error)
{
    uint32_t count =
        s->place == CG_ON_NODE ? cg_graph_node_count(s->graph) : cg_graph_edge_count(s->graph);
    int status = CG_OK;
    for (uint32_t i = 0; i < count && !*unit && !status; i++) {
        struct cg_value value;
        if (cg_metadata_at(&value, s->graph, s->place, i, path, &s->buffer)) {
            status = value.text ? take_text(unit, &value, error) : cg_fail_memory(error);
        }
    }
    return status;
}

/* The unit is beside a value of a metric, or beside its locations. */
static int find_beside(char **unit, struct search *s, const char *path, struct cg_error *error)
{
    static const char member[] = ".unit";
    size_t length = strlen(path);
    int status = CG_OK;
    char *beside = malloc(length + sizeof member);
    if (!beside) {
        return cg_fail_memory(error);
    }
    memcpy(beside, path, length + 1);
    for (char *dot = strrchr(beside, '.'); dot && !*unit && !status; dot = strrchr(beside, '.')) {
        memcpy(dot, member, sizeof member);
        status = find_declared(unit, s, beside, error);
        *dot = '\0';
    }
    free(beside);
    return status;
}

int cg_metadata_unit(char **unit, const struct cg_graph *graph, enum cg_place place,
                     const char *path, struct cg_error *error)
{
    struct search search = {.graph = graph, .place = place};
    *unit = NULL;
    for (size_t i = 0; i < COUNT(known); i++) {
        if (strcmp(path, known[i].path) == 0) {
            *unit = strdup(known[i].unit);
            return *unit ? CG_OK : cg_fail_memory(error);
        }
    }
    int status = is_metric(path) ? find_beside(unit, &search, path, error) : CG_OK;
    free(search.buffer);
    return status;
}

/* Values at a place and their members as numbers, and the sums that several kinds merge by. */
#include "values.h"

#include <stdlib.h>
#include <string.h>

bool value_at(struct cg_value *out, const struct cg_graph *graph, cg_node node, const char *key)
{
    const char *text = cg_metadata_get(graph, CG_ON_NODE, node, key);
    if (text) {
        *out = (struct cg_value){text, strlen(text)};
    }
    return text;
}

int64_t value_integer(const struct cg_graph *graph, cg_node node, const char *key)
{
    struct cg_value value;
    int64_t number;
    return value_at(&value, graph, node, key) && cg_value_integer(&number, &value) ? number : -1;
}

bool value_member_integer(int64_t *out, const struct cg_value *object, const char *key)
{
    struct cg_value member;
    return cg_value_member(&member, object, key) && cg_value_integer(out, &member);
}

int value_string(char **out, const struct cg_graph *graph, cg_node node, const char *key,
                 struct cg_error *error)
{
    struct cg_value value;
    *out = NULL;
    if (!value_at(&value, graph, node, key) || cg_value_type(&value) != CG_VALUE_STRING) {
        return CG_OK;
    }
    char *text = malloc(value.length);
    if (!text) {
        if (error) {
            *error = (struct cg_error){.status = CG_E_MEMORY, .text = "out of memory"};
        }
        return CG_E_MEMORY;
    }
    if (memchr(text, '\0', cg_value_text(text, &value))) {
        free(text);
        return CG_OK;
    }
    *out = text;
    return CG_OK;
}

bool value_names_node(const struct cg_value *string, const struct cg_graph *graph, cg_node node)
{
    const char *name = cg_node_name(graph, node);
    if (cg_value_is_string(string, name, strlen(name))) {
        return true;
    }
    size_t count = cg_word_count(graph, CG_ON_NODE, node, CG_KEY_NAMES);
    for (size_t i = 0; i < count; i++) {
        name = cg_word_at(graph, CG_ON_NODE, node, CG_KEY_NAMES, i);
        if (cg_value_is_string(string, name, strlen(name))) {
            return true;
        }
    }
    return false;
}

static bool same(const struct cg_value *a, const struct cg_value *b)
{
    int64_t m, n;
    if (cg_value_integer(&m, a) && cg_value_integer(&n, b)) {
        return m == n;
    }
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

int value_merge_sum_unless_equal(struct cg_text *out, const struct cg_merge_input *m,
                                 struct cg_error *error)
{
    return same(&m->a, &m->b) ? cg_merge_max(out, m, error) : cg_merge_sum(out, m, error);
}

int value_merge_sum_members(struct cg_text *out, const struct cg_merge_input *m,
                            const char *const *keys, struct cg_error *error)
{
    bool equal = true;
    for (; *keys && equal; keys++) {
        struct cg_value a, b;
        equal =
            cg_value_member(&a, &m->a, *keys) && cg_value_member(&b, &m->b, *keys) && same(&a, &b);
    }
    return equal ? cg_merge_max(out, m, error) : cg_merge_sum(out, m, error);
}

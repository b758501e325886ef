#include "builtin.h"
#include "check.h"
#include "values.h"

#include <string.h>

const struct cg_metadata_kind metadata_attributes = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_ATTRIBUTES,
    .places = CG_ON_NODE,
    .strategy = "union",
    .check = check_strings,
    .description = "attributes that are written on the function: noreturn, pure, ...",
    .collector = "cgcollect",
};

/* "constructor(101)" is constructor, too. */
static bool is_called(const struct cg_value *attribute, const char *name, size_t length)
{
    return attribute->length >= length + 2 && attribute->text[0] == '"' &&
           memcmp(attribute->text + 1, name, length) == 0 &&
           strchr("\"(", attribute->text[length + 1]);
}

bool cg_has_attribute(const struct cg_graph *graph, cg_node node, const char *name)
{
    struct cg_value value, attribute;
    struct cg_value_walk walk;
    bool found = false;
    if (value_at(&value, graph, node, CG_KEY_ATTRIBUTES) &&
        check_strings(&value, CG_ON_NODE, NULL) == CG_OK) {
        cg_value_walk_start(&walk, &value);
        while (!found && cg_value_walk_next(&walk, NULL, &attribute)) {
            found = is_called(&attribute, name, strlen(name));
        }
    }
    return found;
}

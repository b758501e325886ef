/*
 * Which functions must not, or should not, be called any more: a plug-in for libcg's tools.
 *
 * `availability` is "deprecated" or "unavailable", as attributes in the source say. cgcollect
 * writes down what one file says; what is strictest in any of them is what cgmerge keeps.
 *
 * `replacedBy` is a list of the functions to call instead. Nobody collects it: it stands in graphs
 * that were made by hand or by another tool.
 */
#include <libcg/collect.h>
#include <libcg/metadata.h>
#include <libcg/plugin.h>
#include <libcg/value.h>

#include <stdio.h>
#include <string.h>

/* What a value can be, the stricter the further down. */
static const char *const levels[] = {"deprecated", "unavailable"};
#define LEVELS (sizeof levels / sizeof *levels)

/* Values come as the JSON text they are in a file, with quotes, and letters may be escaped. */
static int level_of(const struct cg_value *value)
{
    for (size_t i = 0; i < LEVELS; i++) {
        if (cg_value_is_string(value, levels[i], strlen(levels[i]))) {
            return (int)i;
        }
    }
    return -1;
}

/* A failure is a status, and a text for the person who reads it. `error` may be NULL. */
static int fail(struct cg_error *error, enum cg_status status, const char *text)
{
    if (error) {
        *error = (struct cg_error){.status = status};
        snprintf(error->text, sizeof error->text, "%s", text);
    }
    return status;
}

static int put(struct cg_text *out, const char *level, struct cg_error *error)
{
    char text[32];
    int length = snprintf(text, sizeof text, "\"%s\"", level);
    return cg_text_append(out, text, (size_t)length) ? fail(error, CG_E_MEMORY, "out of memory")
                                                     : CG_OK;
}

/* Collecting: called by cgcollect, for each function at its first declaration and its definition.
 */
static int collect(struct cg_text *out, CXCursor function, bool definition, struct cg_error *error)
{
    (void)definition; /* a definition inherits the attributes of its declarations */
    switch (clang_getCursorAvailability(function)) {
    case CXAvailability_Deprecated:
        return put(out, levels[0], error);
    case CXAvailability_NotAvailable:
        return put(out, levels[1], error);
    default:
        return CG_OK; /* nothing appended: no value */
    }
}

static const struct cg_collector collector = {.name = "attributes", .collect = collect};

/*
 * Merging: two graphs tell of one function. The result must not depend on which of them comes
 * first, nor on how many are merged at a time. Of values this plug-in does not know (a later
 * version of it may have written them) the library chooses, always in the same way; what is known
 * beats them.
 */
static int merge(struct cg_text *out, const struct cg_merge_input *input, struct cg_error *error)
{
    int a = level_of(&input->a), b = level_of(&input->b);
    if (a < 0 && b < 0) {
        return cg_merge_greatest(out, input, error);
    }
    return put(out, levels[a > b ? a : b], error);
}

/* Checking: what a file says that somebody else wrote. The text follows the place and the key. */
static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return level_of(value) < 0
               ? fail(error, CG_E_FORMAT, "is neither \"deprecated\" nor \"unavailable\"")
               : CG_OK;
}

static const struct cg_metadata_kind availability = {
    .abi = CG_METADATA_ABI,
    .key = "availability",
    .places = CG_ON_NODE,
    .strategy = "custom",
    .merge = merge,
    .check = check,
    .description = "whether the function is deprecated or unavailable",
    .collector = "attributes",
};

/* Values that name functions: by linkage name, as every graph calls them. The library knows how
 * lists unite. */
static const struct cg_metadata_kind replaced_by = {
    .abi = CG_METADATA_ABI,
    .key = "replacedBy",
    .places = CG_ON_NODE,
    .strategy = "union",
    .description = "functions to call instead",
};

static const struct cg_metadata_kind *const kinds[] = {&availability, &replaced_by, NULL};
static const struct cg_collector *const collectors[] = {&collector, NULL};

CG_PLUGIN_EXPORT const struct cg_plugin cg_plugin = {
    .abi = CG_PLUGIN_ABI,
    .name = "availability",
    .version = "1.0",
    .kinds = kinds,
    .collectors = collectors,
};

/*
 * A plug-in for the tests of cgcollect: its values show how it was called, and functions with
 * certain names make it fail.
 */
#include <libcg/collect.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef LOOK
#define LOOK look
#endif

static int fail(struct cg_error *error, const char *text)
{
    error->status = CG_E_ARGUMENT;
    snprintf(error->text, sizeof error->text, "%s", text);
    return error->status;
}

static int put(struct cg_text *out, const char *text)
{
    return cg_text_append(out, text, strlen(text));
}

/** "declaration at 3" or "definition at 7". */
static int put_look(struct cg_text *out, CXCursor function, bool definition)
{
    char text[64];
    unsigned line;
    clang_getExpansionLocation(clang_getCursorLocation(function), NULL, &line, NULL, NULL);
    snprintf(text, sizeof text, " \"%s at %u\"\n", definition ? "definition" : "declaration", line);
    return put(out, text);
}

static int behave(struct cg_text *out, CXCursor function, bool definition, const char *name,
                  struct cg_error *error)
{
    if (strcmp(name, "fails") == 0) {
        return fail(error, "cannot stand it");
    }
    if (strcmp(name, "fails_silently") == 0) {
        return CG_E_LIMIT;
    }
    if (strcmp(name, "writes_no_json") == 0) {
        return put(out, "[1, ");
    }
    if (strcmp(name, "writes_a_number") == 0) {
        return put(out, "7");
    }
    if (strcmp(name, "writes_null") == 0) {
        return put(out, "null");
    }
    if (strcmp(name, "crashes") == 0) {
        abort();
    }
    while (strcmp(name, "hangs") == 0) {
        pause();
    }
    if (strcmp(name, "is_silent") == 0 || (definition && strcmp(name, "is_silent_later") == 0)) {
        return CG_OK;
    }
    return put_look(out, function, definition);
}

__attribute__((unused)) static int look(struct cg_text *out, CXCursor function, bool definition,
                                        struct cg_error *error)
{
    CXString name = clang_getCursorSpelling(function);
    int status = behave(out, function, definition, clang_getCString(name), error);
    clang_disposeString(name);
    return status;
}

static int count(struct cg_text *out, CXCursor function, bool definition, struct cg_error *error)
{
    char text[16];
    (void)error;
    snprintf(text, sizeof text, "%d", clang_Cursor_getNumArguments(function));
    return definition ? put(out, text) : CG_OK;
}

/** Strings only; of null it says no more. */
static int check_look(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    if (*value->text == '"') {
        return CG_OK;
    }
    if (*value->text != 'n' && error) {
        fail(error, "is not a string");
    }
    return CG_E_FORMAT;
}

static const struct cg_metadata_kind looks = {
    .abi = CG_METADATA_ABI,
    .key = "aLook",
    .places = CG_ON_NODE,
    .strategy = "max",
    .check = check_look,
    .description = "how the plug-in was called last",
    .collector = "look",
};

static const struct cg_metadata_kind arguments = {
    .abi = CG_METADATA_ABI,
    .key = "zArguments",
    .places = CG_ON_NODE,
    .strategy = "max",
    .description = "how many arguments a definition has",
    .collector = "count",
};

static const struct cg_metadata_kind notes = {
    .abi = CG_METADATA_ABI,
    .key = "notes",
    .places = CG_ON_GRAPH,
    .strategy = "max",
    .description = "that nothing collects",
};

static const struct cg_collector counting = {.name = "count", .collect = count};
static const struct cg_collector looking = {.name = "look", .collect = LOOK};

CG_PLUGIN_EXPORT const struct cg_plugin cg_plugin = {
    .abi = CG_PLUGIN_ABI,
    .name = "looking",
    .version = "1",
    .kinds = (const struct cg_metadata_kind *const[]){&arguments, &notes, &looks, NULL},
    .collectors = (const struct cg_collector *const[]){&counting, &looking, NULL},
};

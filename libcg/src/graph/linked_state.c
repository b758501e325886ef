/* How a graph was linked, and the user's promises about uncollected code. */
#include "graph/linked_state.h"

#include "graph/graph.h"

#include "base/compare.h"
#include "base/error.h"
#include "json/json_walk.h"

#include <stdio.h>
#include <string.h>

/** By bit. */
static const struct {
    const char *name;
    const char *text;
} promises[] = {
    {"no-loaded-code",
     "code loaded at run time calls only functions that the program passes to it, does not access "
     "the program's records, and dlsym finds nothing of the program"},
    {"no-foreign-code", "functions and variables that the program declares and no file defines "
                        "belong to a library, which calls only functions that are passed to it"},
    {"typed-calls", "every call passes arguments that its callee takes, and no function reaches a "
                    "library as an integer or as bytes; in C++ callees have the type of the "
                    "call, unless a cast changes it"},
    {"library-data", "a library returns no function as a pointer without a type and writes none to "
                     "memory without a declared type; dlsym is the exception"},
    {"loaded-code-collected",
     "code loaded at run time is in the graph, where dlsym finds what has the type of a call, or "
     "belongs to a library that calls only functions that the program passes to it and does not "
     "access the program's records"},
};
#define PROMISES (sizeof promises / sizeof *promises)

const char *cg_promise_name(unsigned bit)
{
    return bit < PROMISES ? promises[bit].name : NULL;
}

const char *cg_promise_text(unsigned bit)
{
    return bit < PROMISES ? promises[bit].text : NULL;
}

static int fail_unknown_promise(const char *name, size_t length, struct cg_error *error)
{
    char known[512];
    size_t used = 0;
    for (size_t i = 0; i < PROMISES; i++) {
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 promises[i].name);
    }
    return cg_fail(error, CG_E_ARGUMENT, "unknown promise '%.*s': the promises are %s",
                   (int)(length < 100 ? length : 100), name, known);
}

static int add_promise(unsigned *promised, const char *name, size_t length, struct cg_error *error)
{
    for (size_t i = 0; i < PROMISES; i++) {
        if (strlen(promises[i].name) == length && memcmp(promises[i].name, name, length) == 0) {
            *promised |= 1u << i;
            return CG_OK;
        }
    }
    return fail_unknown_promise(name, length, error);
}

int cg_promises_parse(unsigned *promised, const char *list, struct cg_error *error)
{
    unsigned all = 0;
    int status;
    do {
        size_t length = strcspn(list, ",");
        status = add_promise(&all, list, length, error);
        list += length;
    } while (!status && *list++ == ',');
    *promised = status ? *promised : *promised | all;
    return status;
}

/* Members of CG_KEY_LINKED. Unknown words are ignored. */

static bool is_word(const struct cg_value *value, const char *word)
{
    return json_string_is(value, word, strlen(word));
}

static int decode_promises(unsigned *promised, const struct cg_value *list, struct cg_error *error)
{
    struct json_walk walk;
    struct cg_value element;
    if (!json_walk_start(&walk, list, '[')) {
        return cg_fail(error, CG_E_FORMAT, "has a member \"assume\" that is not an array");
    }
    while (json_walk_next(&walk, NULL, &element)) {
        struct cg_error reason;
        bool string = element.length >= 2 && element.text[0] == '"';
        if (!string || add_promise(promised, element.text + 1, element.length - 2, &reason)) {
            return cg_fail(error, CG_E_FORMAT, "assumes %.*s, which this libcg does not know",
                           element.length < 100 ? (int)element.length : 100, element.text);
        }
    }
    return CG_OK;
}

int linked_check(const struct cg_value *object, struct cg_error *error)
{
    struct json_walk walk;
    struct cg_value value;
    unsigned promised = 0;
    if (!json_walk_start(&walk, object, '{')) {
        return cg_fail(error, CG_E_FORMAT, "is not an object");
    }
    return json_member(&value, object, "assume") ? decode_promises(&promised, &value, error)
                                                 : CG_OK;
}

static bool linked_object(struct cg_value *object, const struct cg_graph *graph)
{
    uint32_t text = graph_get_attribute(graph, CG_ON_GRAPH, 0, FACT_LINKED);
    if (text == CG_NO_STRING) {
        return false;
    }
    *object = (struct cg_value){graph_string(graph, text), cg_pool_length(&graph->pool, text)};
    return true;
}

unsigned cg_graph_linked(const struct cg_graph *graph)
{
    struct cg_value object;
    struct cg_value value;
    if (!linked_object(&object, graph)) {
        return 0;
    }
    unsigned how = CG_LINKED;
    if (json_member(&value, &object, "foreignVariables") &&
        text_is(value.text, value.length, "true")) {
        how |= CG_LINKED_VARIABLES;
    }
    if (json_member(&value, &object, "foreignCode")) {
        how |= text_is(value.text, value.length, "false") ? CG_LINKED_ALL_CODE : CG_LINKED_NAMED;
    }
    if (json_member(&value, &object, "world") && is_word(&value, "closed")) {
        how |= CG_LINKED_PROGRAM;
    }
    if (json_member(&value, &object, "virtual")) {
        how |= is_word(&value, "rta") ? CG_LINKED_RTA : CG_LINKED_CHA;
    }
    return how;
}

unsigned cg_graph_promised(const struct cg_graph *graph)
{
    struct cg_value object;
    struct cg_value value;
    unsigned promised = 0;
    if (linked_object(&object, graph) && json_member(&value, &object, "assume")) {
        decode_promises(&promised, &value, NULL);
    }
    return promised;
}

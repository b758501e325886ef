/* What users may promise of code that was not collected. */
#include <libcg/link.h>

#include "base/error.h"
#include "json/json.h"

#include <stdio.h>
#include <string.h>

/** By bit. */
static const struct {
    const char *name;
    const char *text;
} promises[] = {
    {"no-loaded-code",
     "code that is loaded while the program runs neither calls the program, but for the functions "
     "it is handed, nor accesses its records, and dlsym finds nothing of the program"},
    {"no-foreign-code",
     "what the program declares and no file defines is a library's, which calls nothing of the "
     "program but what it is handed"},
    {"typed-calls", "no call passes other arguments than the function that it calls takes, and no "
                    "function gets to a library as an integer or as bytes"},
    {"library-data", "what a library gives as a pointer without a type, or writes to memory "
                     "without a declared type, is no function, but for what dlsym finds"},
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

static int refuse(const char *name, size_t length, struct cg_error *error)
{
    char known[256];
    size_t used = 0;
    for (size_t i = 0; i < PROMISES; i++) {
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 promises[i].name);
    }
    return cg_fail(error, CG_E_ARGUMENT, "'%.*s' is no promise; there are %s",
                   (int)(length < 100 ? length : 100), name, known);
}

static int add(unsigned *promised, const char *name, size_t length, struct cg_error *error)
{
    for (size_t i = 0; i < PROMISES; i++) {
        if (strlen(promises[i].name) == length && memcmp(promises[i].name, name, length) == 0) {
            *promised |= 1u << i;
            return CG_OK;
        }
    }
    return refuse(name, length, error);
}

int cg_promises_parse(unsigned *promised, const char *list, struct cg_error *error)
{
    unsigned all = 0;
    int status;
    do {
        size_t length = strcspn(list, ",");
        status = add(&all, list, length, error);
        list += length;
    } while (!status && *list++ == ',');
    *promised = status ? *promised : *promised | all;
    return status;
}

int cg_graph_promises(unsigned *promised, const struct cg_graph *graph, struct cg_error *error)
{
    const char *text = cg_metadata_get(graph, CG_ON_GRAPH, 0, CG_KEY_LINKED);
    struct cg_value linked = {text, text ? strlen(text) : 0}, array, element;
    struct json_walk walk;
    int status = CG_OK;
    *promised = 0;
    if (!text || !json_member(&array, &linked, "assume") || !json_walk_start(&walk, &array, '[')) {
        return CG_OK;
    }
    while (!status && json_walk_next(&walk, NULL, &element)) {
        bool string = element.length >= 2 && element.text[0] == '"';
        status = string ? add(promised, element.text + 1, element.length - 2, error)
                        : refuse(element.text, element.length, error);
    }
    return status;
}

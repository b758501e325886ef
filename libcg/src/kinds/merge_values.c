/*
 * Calls the strategy of a kind, checks what a plug-in's function made, and puts the place of the
 * value before its message.
 */
#include "kinds/merge_values.h"

#include "base/error.h"
#include "strings/text.h"
#include "json/json_walk.h"
#include "json/scanner.h"

#include <libcg/link.h>

#include <stdio.h>
#include <string.h>

/** How much of a name a message shows. */
#define SHOWN 200

/* Kinds may come from plug-ins, which may be wrong: check what they write, since it goes to
 * files. */
static int check_custom(struct cg_text *out, struct cg_error *error)
{
    struct cg_error reason;
    json_trim_text(out, 0);
    if (out->length && json_check(out->bytes, out->length, &reason) == CG_OK) {
        return CG_OK;
    }
    return cg_fail(error, CG_E_FORMAT, "the merge function wrote invalid JSON");
}

/* A plug-in may fail without a reason. */
static void fill_reason(struct cg_error *error, int status)
{
    if (error && error->status != (enum cg_status)status) {
        cg_fail(error, (enum cg_status)status, "the values cannot be merged");
    }
}

/* Linking refuses these kinds unless they are arrays. Of an array and something else strategies
 * keep one, and facts would be lost. */
static int check_facts(const struct cg_merge_input *input, const char *key, struct cg_error *error)
{
    bool facts = strcmp(key, CG_KEY_POINTER_FACTS) == 0 || strcmp(key, CG_KEY_CLASSES) == 0;
    return facts && json_is(&input->a, '[') != json_is(&input->b, '[')
               ? cg_fail(error, CG_E_FORMAT, "is not an array in one of the graphs")
               : CG_OK;
}

int merge_values(struct cg_text *out, const struct cg_strategy *strategy,
                 const struct cg_merge_input *input, const char *key, struct cg_error *error)
{
    if (error) {
        *error = (struct cg_error){.status = CG_OK};
    }
    int status = check_facts(input, key, error);
    status = status ? status : strategy->merge(out, input, error);
    if (!status && out->failed) {
        status = cg_fail_memory(error);
    }
    if (!status && !cg_strategy_find(strategy->name)) {
        status = check_custom(out, error);
    }
    if (status && status != CG_E_MEMORY) {
        fill_reason(error, status);
        prefix_merge_error(error, key, NULL);
    }
    return status;
}

void prefix_merge_error(struct cg_error *error, const char *name, const char *callee)
{
    if (error) {
        char text[sizeof error->text + (size_t)2 * SHOWN + 8];
        snprintf(text, sizeof text, "%.*s%s%.*s: %s", SHOWN, name, callee ? " -> " : "", SHOWN,
                 callee ? callee : "", error->text);
        size_t length = strnlen(text, sizeof error->text - 1);
        memcpy(error->text, text, length);
        error->text[length] = '\0';
    }
}

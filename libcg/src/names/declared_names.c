/* Names with declarations of template parameters, as people write them. Demanglers that do not know
 * the declarations demangle what is before them, once that is closed. */
#include "base/error.h"
#include "names/template_params.h"
#include "strings/text.h"

#include <libcg/names.h>

#include <stdlib.h>
#include <string.h>

/** Template arguments and scopes that are open where a declaration begins: few are nested. */
enum { MOST_OPEN = 8 };

static const char rest[] = "...>(...)";

/* The beginning of a name, ended as if nothing were missing. @return NULL: it cannot be demangled;
 * `failed` is set when memory is exhausted */
static char *demangle_closed(const char *name, size_t length, char *(*demangle)(const char *name),
                             bool *failed)
{
    struct cg_text closed = {0};
    char *demangled = NULL;
    for (size_t open = 1; open <= MOST_OPEN && !demangled && !closed.failed; open++) {
        cg_text_clear(&closed);
        cg_text_put(&closed, name, length);
        for (size_t i = 0; i < open; i++) {
            cg_text_add(&closed, "E");
        }
        cg_text_put(&closed, "", 1);
        demangled = closed.failed ? NULL : demangle(closed.bytes);
    }
    *failed = closed.failed;
    cg_text_free(&closed);
    return demangled;
}

int cg_name_demangle_declared(char **out, const char *linkage_name,
                              char *(*demangle)(const char *linkage_name), struct cg_error *error)
{
    *out = NULL;
    size_t start = declared_start(linkage_name);
    bool failed = false;
    char *known = start ? demangle_closed(linkage_name, start, demangle, &failed) : NULL;
    size_t length = known ? strlen(known) : 0;
    if (length > 1 && known[length - 1] == '>') {
        while (length > 2 && known[length - 2] == ' ') { /* f<g<int> > */
            length--;
        }
        bool first = known[length - 2] == '<';
        *out = malloc(length - 1 + 2 + sizeof rest);
        failed = !*out;
        if (*out) {
            memcpy(*out, known, length - 1);
            strcpy(*out + length - 1, first ? "" : ", ");
            strcat(*out, rest);
        }
    }
    free(known);
    return failed ? cg_fail_memory(error) : CG_OK;
}

size_t declared_kept(const char *demangled)
{
    size_t length = strlen(demangled), cut = sizeof rest - 1;
    if (length <= cut || strcmp(demangled + length - cut, rest) != 0) {
        return 0;
    }
    length -= cut;
    return length > 2 && strncmp(demangled + length - 2, ", ", 2) == 0 ? length - 2 : length;
}

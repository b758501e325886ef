/* The text of a set or of definitions while it is parsed: blanks, comments, quotes, errors. */
#include "base/error.h"
#include "select/set_steps.h"
#include "strings/digits.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void select_source_init(struct select_source *source, const char *text, const char *name)
{
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark */
        text += 3;
    }
    *source = (struct select_source){text, text + strlen(text), name, 1, text, text};
}

int select_fail(const struct select_source *source, enum cg_status status, struct cg_error *error,
                const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return cg_fail_at(error, status, source->name, source->line,
                      (unsigned long)(source->at - source->line_start) + 1, "%s", text);
}

static bool skip_comment(struct select_source *source)
{
    if (source->at == source->end || *source->at != '#') {
        return false;
    }
    const char *end = memchr(source->at, '\n', (size_t)(source->end - source->at));
    source->at = end ? end : source->end;
    return true;
}

void select_skip(struct select_source *source, bool lines, bool comments)
{
    while (source->at < source->end) {
        if (*source->at == '\n' && lines) {
            source->at++;
            source->line++;
            source->line_start = source->at;
        } else if (*source->at != '\n' && isspace((unsigned char)*source->at)) {
            source->at++;
        } else if (!comments || !skip_comment(source)) {
            return;
        }
    }
}

size_t select_name_length(const struct select_source *source)
{
    const char *p = source->at;
    while (p < source->end &&
           (isalnum((unsigned char)*p) || *p == '_' || (p > source->at && *p == '-'))) {
        p++;
    }
    return cg_is_digit(*source->at) ? 0 : (size_t)(p - source->at);
}

int select_take_quoted(char **out, struct select_source *source, char mark, struct cg_error *error)
{
    const char *from = source->at + 1;
    char *text = malloc((size_t)(source->end - from) + 1);
    size_t length = 0;
    if (!text) {
        return cg_fail_memory(error);
    }
    for (; from < source->end && *from != mark && *from != '\n'; from++) {
        bool escaped = *from == '\\' && from + 1 < source->end &&
                       (from[1] == mark || (mark == '"' && from[1] == '\\'));
        from += escaped;
        text[length++] = *from;
    }
    text[length] = '\0';
    if (from == source->end || *from != mark) {
        free(text);
        return select_fail(source, CG_E_FORMAT, error, "there is no closing %c", mark);
    }
    source->at = from + 1;
    *out = text;
    return CG_OK;
}

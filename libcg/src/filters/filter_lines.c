/* The lines of a filter that is read, and names that a filter can have. */
#include "filters/filter_rules.h"

#include "base/error.h"
#include "strings/printable.h"

#include <string.h>

bool filter_line(struct filter_reader *reader, const char **text, size_t *length)
{
    if (!*reader->at) {
        return false;
    }
    const char *begin = reader->at + strspn(reader->at, " \t");
    const char *end = reader->at + strcspn(reader->at, "\n");
    reader->at = *end ? end + 1 : end;
    reader->rules->line = ++reader->line;
    begin = begin > end ? end : begin;
    while (end > begin && strchr(" \t\r", end[-1])) {
        end--;
    }
    *text = begin;
    *length = (size_t)(end - begin);
    return true;
}

int filter_fail(const struct filter_reader *reader, const char *text)
{
    return cg_fail_at(reader->error, CG_E_FORMAT, reader->name, reader->line, 0, "%s", text);
}

bool filter_can_name(const char *name, const char *special)
{
    return !name[strcspn(name, special)] && printable(name);
}

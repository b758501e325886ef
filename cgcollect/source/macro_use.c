/*
 * Finds the end of a macro use in the source, from its text.
 */
#include "source/macro_use.h"

#include <glib.h>
#include <stdbool.h>

#include "source/source_text.h"

static bool is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/** @return the offset behind a macro's name and arguments. */
static unsigned end_of_use(CXTranslationUnit tu, CXFile file, unsigned begin)
{
    size_t size;
    const char *text = clang_getFileContents(tu, file, &size);
    if (!text || begin >= size) {
        return begin;
    }
    const char *end = text + size;
    const char *name = text + begin;
    while (name < end && (is_word(*name) || *name == '$' || (unsigned char)*name >= 0x80)) {
        name++;
    }
    const char *open = source_skip_blanks(name, end);
    const char *close = open < end && *open == '(' ? source_skip_parentheses(open, end) : name;
    return (unsigned)(close - text);
}

CXSourceLocation macro_range_end(CXTranslationUnit tu, CXSourceRange range, struct macro_use *last)
{
    CXFile file;
    CXFile written;
    unsigned offset;
    unsigned spelled;
    CXSourceLocation end = clang_getRangeEnd(range);
    clang_getExpansionLocation(end, &file, NULL, NULL, &offset);
    clang_getSpellingLocation(end, &written, NULL, NULL, &spelled);
    if (!file || (file == written && offset == spelled)) {
        return end;
    }
    if (last->file != file || last->begin != offset) {
        *last = (struct macro_use){file, offset, end_of_use(tu, file, offset)};
    }
    return clang_getLocationForOffset(tu, file, last->end);
}

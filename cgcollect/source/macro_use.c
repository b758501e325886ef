/*
 * Finds the end of a macro use in the source, from its text, and the use that makes a definition.
 */
#include "source/macro_use.h"

#include "text/identifiers.h"

#include <glib.h>
#include <stdbool.h>

#include "source/source_text.h"

static const char *end_of_name(const char *name, const char *end)
{
    while (name < end && (word_has(*name) || *name == '$' || (unsigned char)*name >= 0x80)) {
        name++;
    }
    return name;
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
    const char *name = end_of_name(text + begin, end);
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

static enum CXChildVisitResult find_body(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind != CXCursor_CompoundStmt) {
        return CXChildVisit_Continue;
    }
    *(CXCursor *)data = child;
    return CXChildVisit_Break;
}

/** Whether a body's brace is in a macro's text: in the text of the file, there is a macro's name at
 *  its place. In an argument, the brace itself is there. */
static bool is_from_macro(CXTranslationUnit tu, CXSourceLocation brace)
{
    CXFile file;
    unsigned offset;
    size_t size;
    clang_getFileLocation(brace, &file, NULL, NULL, &offset);
    const char *text = file ? clang_getFileContents(tu, file, &size) : NULL;
    return text && offset < size && end_of_name(text + offset, text + size) > text + offset;
}

char *macro_making(CXCursor definition, unsigned *line)
{
    CXFile name_file, file, end_file;
    unsigned name, begin, end;
    size_t size;
    CXCursor body = clang_getNullCursor();
    CXTranslationUnit tu = clang_Cursor_getTranslationUnit(definition);
    clang_visitChildren(definition, find_body, &body);
    if (body.kind != CXCursor_CompoundStmt) {
        return NULL;
    }
    CXSourceRange range = clang_getCursorExtent(body);
    CXSourceLocation brace = clang_getRangeStart(range);
    clang_getExpansionLocation(clang_getCursorLocation(definition), &name_file, line, NULL, &name);
    clang_getExpansionLocation(brace, &file, NULL, NULL, &begin);
    clang_getExpansionLocation(clang_getRangeEnd(range), &end_file, NULL, NULL, &end);
    if (!file || file != name_file || file != end_file || begin != name ||
        end > end_of_use(tu, file, begin) || !is_from_macro(tu, brace)) {
        return NULL;
    }
    const char *text = clang_getFileContents(tu, file, &size);
    return g_strndup(text + begin, (gsize)(end_of_name(text + begin, text + size) - text) - begin);
}

/*
 * Common questions about libclang's cursors, and small arrays of them.
 */
#ifndef CGCOLLECT_SOURCE_CURSORS_H
#define CGCOLLECT_SOURCE_CURSORS_H

#include <clang-c/Index.h>
#include <glib.h>
#include <stdbool.h>

/** A small array of cursors. */
struct cursors {
    CXCursor inside[6];
    CXCursor *items;
    unsigned count;
    unsigned capacity;
};

/** Start with no cursors; release with cursors_clear. */
void cursors_init(struct cursors *cursors);
void cursors_clear(struct cursors *cursors);
void cursors_add(struct cursors *cursors, CXCursor cursor);
/** Add the children of a cursor that are statements or expressions. */
void cursors_add_children(struct cursors *cursors, CXCursor parent);

/** Keys of hash tables that point at cursors. */
guint cursor_hash(gconstpointer cursor);
gboolean cursor_equal(gconstpointer a, gconstpointer b);

/* libclang has functions for these, but calling them for every cursor is too slow. */

static inline bool cursor_is_null(CXCursor cursor)
{
    return cursor.kind == CXCursor_InvalidFile && !cursor.data[0] && !cursor.data[1] &&
           !cursor.data[2];
}

static inline bool cursor_is_expression(enum CXCursorKind kind)
{
    return kind >= CXCursor_FirstExpr && kind <= CXCursor_LastExpr;
}

static inline bool cursor_is_statement(enum CXCursorKind kind)
{
    return kind >= CXCursor_FirstStmt && kind <= CXCursor_LastStmt;
}

static inline bool cursor_is_declaration(enum CXCursorKind kind)
{
    return (kind >= CXCursor_FirstDecl && kind <= CXCursor_LastDecl) ||
           (kind >= CXCursor_FirstExtraDecl && kind <= CXCursor_LastExtraDecl);
}

/* libclang has no function for these: clang_equalCursors compares where it found a cursor as well,
 * and types are not hashed. Clang keeps one object for each part of the source and each type. */

/** @return clang's object for a declaration, statement or expression, however libclang came to it;
 *  something that only this cursor has for others. */
static inline const void *cursor_object(const CXCursor *cursor)
{
    bool is_part = cursor_is_expression(cursor->kind) || cursor_is_statement(cursor->kind);
    return cursor->data[is_part ? 1 : 0];
}

/** @return clang's object for a type with its qualifiers and typedefs, NULL if there is none. */
static inline void *type_object(CXType type)
{
    return type.data[0];
}

/** @return whether a cursor declares any sort of function. */
bool cursor_is_function(enum CXCursorKind kind);

/** @return whether a definition is written; members that the compiler adds have the place of their
 *  class. */
bool cursor_is_written(CXCursor definition);

/** @return the direct template of a cursor; null if it has none. A member template of a class
 *  template takes two such steps. */
CXCursor cursor_made_of(CXCursor cursor);

#endif

/*
 * Walks statements and expressions in which some parts may not run.
 */
#include "ast/walk/cursor_walk.h"

/* Variables declared behind a jump exist: labels further on may lead to code that uses them. */
bool walk_is_unreachable(struct walk *walk, CXCursor statement, CXCursor block)
{
    bool left = walk->left.kind == CXCursor_CompoundStmt && clang_equalCursors(walk->left, block);
    if (left && statement.kind != CXCursor_DeclStmt) {
        if (!ast_has_label(walk->ast, statement)) {
            return true;
        }
        walk->left = (CXCursor){.kind = CXCursor_NullStmt};
    }
    walk->left = ast_is_jump(statement) ? block : walk->left;
    return false;
}

void walk_foldable(struct walk *walk, CXCursor conditional, CXCursor parent)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, conditional);
    unsigned dead = ast_dead_part(walk->ast, conditional, &parts);
    bool jumps =
        parent.kind == CXCursor_CompoundStmt && ast_always_jumps(walk->ast, conditional, &parts);
    for (unsigned i = 0; i < parts.count; i++) {
        if (i != dead || i == 0) {
            walk_tree(walk, parts.items[i]);
        }
    }
    cursors_clear(&parts);
    if (jumps) {
        walk->left = parent;
    }
}

void walk_generic(struct walk *walk, CXCursor selection)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, selection);
    for (unsigned i = ast_first_branch(walk->ast, selection, &parts); i < parts.count; i++) {
        if (ast_is_chosen(selection, &parts, i)) {
            walk_tree(walk, parts.items[i]);
        }
    }
    cursors_clear(&parts);
}

/*
 * Walks statements and expressions in which some parts may not run.
 */
#include "ast/walk/walk.h"

void walk_foldable(struct walk *walk, CXCursor conditional)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, conditional);
    unsigned dead = ast_dead_part(walk->ast, conditional, &parts);
    for (unsigned i = 0; i < parts.count; i++) {
        if (i != dead || i == 0) {
            walk_tree(walk, parts.items[i]);
        }
    }
    cursors_clear(&parts);
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

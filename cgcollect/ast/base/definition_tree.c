/*
 * Keeps the tree of one definition in libclang's traversal order, so that every question for
 * children is answered without another visit.
 */
#include "ast/base/definition_tree.h"

#include <string.h>

struct node {
    CXCursor cursor;
    const void *note;
    guint parent;
    guint end; /**< the first node behind its subtree */
};

struct ast_tree {
    struct node *nodes; /**< the definition, then each node followed by its subtree */
    guint count;
    guint capacity;
    guint *slots; /**< a hash table of node numbers plus one; 0: free */
    guint mask;
    guint last; /**< the node last asked for or passed to a visitor */
    guint open; /**< while building: the innermost node that may get more children */
};

/** The identity of a cursor, however libclang came to it; NULL if it can have no children. */
static const void *identity(const CXCursor *cursor)
{
    bool may_contain = cursor_is_declaration(cursor->kind) || cursor_is_expression(cursor->kind) ||
                       cursor_is_statement(cursor->kind);
    return may_contain ? cursor_object(cursor) : NULL;
}

static bool is_node(const struct ast_tree *tree, guint number, const CXCursor *cursor,
                    const void *self)
{
    const CXCursor *known = &tree->nodes[number].cursor;
    return known->kind == cursor->kind && identity(known) == self;
}

/* Building */

static void append_cursor(struct ast_tree *tree, const CXCursor *cursor, guint parent)
{
    if (tree->count == tree->capacity) {
        tree->capacity = tree->capacity ? 2 * tree->capacity : 1024;
        tree->nodes = g_renew(struct node, tree->nodes, tree->capacity);
    }
    tree->nodes[tree->count++] = (struct node){.cursor = *cursor, .parent = parent};
}

static enum CXChildVisitResult add_node(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct ast_tree *tree = data;
    guint number = tree->count;
    guint around = tree->open;
    const void *self = identity(&parent);
    while (!is_node(tree, around, &parent, self)) {
        tree->nodes[around].end = number;
        if (around == 0) { /* its parent is not in the tree */
            tree->count = 0;
            return CXChildVisit_Break;
        }
        around = tree->nodes[around].parent;
    }
    if (self && cursor.kind == parent.kind && identity(&cursor) == self) {
        tree->open =
            around; /* the label of a case contains itself: what is in it is in the other */
        return CXChildVisit_Recurse;
    }
    append_cursor(tree, &cursor, around);
    tree->open = number;
    return CXChildVisit_Recurse;
}

static guint first_slot(const struct ast_tree *tree, const void *self)
{
    uint64_t hash = (uint64_t)(uintptr_t)self * 0x9E3779B97F4A7C15u;
    return (guint)(hash >> 32) & tree->mask;
}

/** libclang shows some cursors more than once. The first is found; all have the same children. */
static void index_node(struct ast_tree *tree, guint number)
{
    const CXCursor *cursor = &tree->nodes[number].cursor;
    const void *self = identity(cursor);
    guint slot = first_slot(tree, self);
    while (self && tree->slots[slot] && !is_node(tree, tree->slots[slot] - 1, cursor, self)) {
        slot = (slot + 1) & tree->mask;
    }
    if (self && !tree->slots[slot]) {
        tree->slots[slot] = number + 1;
    }
}

static void make_index(struct ast_tree *tree)
{
    guint room = 64;
    while (room < 2 * tree->count) {
        room *= 2;
    }
    if (room > tree->mask + 1) {
        g_free(tree->slots);
        tree->slots = g_new(guint, room);
    }
    tree->mask = room - 1;
    memset(tree->slots, 0, room * sizeof *tree->slots);
    for (guint i = 0; i < tree->count; i++) {
        index_node(tree, i);
    }
}

void ast_tree_take(struct ast *ast, CXCursor definition)
{
    if (!ast->tree) {
        ast->tree = g_new0(struct ast_tree, 1);
    }
    struct ast_tree *tree = ast->tree;
    tree->count = 0;
    append_cursor(tree, &definition, 0);
    tree->open = 0;
    tree->last = 0;
    clang_visitChildren(definition, add_node, tree);
    for (guint i = tree->open; tree->count > 0; i = tree->nodes[i].parent) {
        tree->nodes[i].end = tree->count;
        if (i == 0) {
            break;
        }
    }
    make_index(tree);
}

void ast_tree_free(struct ast_tree *tree)
{
    if (tree) {
        g_free(tree->nodes);
        g_free(tree->slots);
        g_free(tree);
    }
}

/* Asking */

#define NO_NODE UINT32_MAX

static guint look_up(struct ast_tree *tree, const CXCursor *cursor, const void *self)
{
    for (guint slot = first_slot(tree, self); tree->slots[slot]; slot = (slot + 1) & tree->mask) {
        if (is_node(tree, tree->slots[slot] - 1, cursor, self)) {
            return tree->slots[slot] - 1;
        }
    }
    return NO_NODE;
}

/** The node of a cursor. Callers mostly ask for the last one again, or for its children next. */
static guint find_node(struct ast_tree *tree, const CXCursor *cursor)
{
    const void *self = tree && tree->count > 0 ? identity(cursor) : NULL;
    if (!self) {
        return NO_NODE;
    }
    if (is_node(tree, tree->last, cursor, self)) {
        return tree->last;
    }
    guint found = look_up(tree, cursor, self);
    tree->last = found == NO_NODE ? tree->last : found;
    return found;
}

void ast_visit_children(struct ast *ast, CXCursor parent, CXCursorVisitor visitor,
                        CXClientData data)
{
    struct ast_tree *tree = ast->tree;
    guint number = find_node(tree, &parent);
    if (number == NO_NODE) {
        clang_visitChildren(parent, visitor, data);
        return;
    }
    guint end = tree->nodes[number].end;
    enum CXChildVisitResult result = CXChildVisit_Continue;
    for (number++; number < end && result != CXChildVisit_Break;) {
        const struct node *node = &tree->nodes[number];
        tree->last = number;
        result = visitor(node->cursor, tree->nodes[node->parent].cursor, data);
        number = result == CXChildVisit_Recurse ? number + 1 : tree->nodes[number].end;
    }
}

void ast_add_children(struct ast *ast, struct cursors *cursors, CXCursor parent)
{
    struct ast_tree *tree = ast->tree;
    guint number = find_node(tree, &parent);
    if (number == NO_NODE) {
        cursors_add_children(cursors, parent);
        return;
    }
    guint end = tree->nodes[number].end;
    for (number++; number < end; number = tree->nodes[number].end) {
        const CXCursor *child = &tree->nodes[number].cursor;
        if (cursor_is_expression(child->kind) || cursor_is_statement(child->kind)) {
            cursors_add(cursors, *child);
        }
    }
}

CXCursor ast_parent(struct ast *ast, CXCursor cursor)
{
    guint number = find_node(ast->tree, &cursor);
    bool has = number != NO_NODE && number > 0;
    return has ? ast->tree->nodes[ast->tree->nodes[number].parent].cursor : clang_getNullCursor();
}

const void **ast_note(struct ast *ast, CXCursor cursor)
{
    guint number = find_node(ast->tree, &cursor);
    return number == NO_NODE ? NULL : &ast->tree->nodes[number].note;
}

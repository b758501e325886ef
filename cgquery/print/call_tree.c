/*
 * Keeps one counter for each open level of a tree, from which it draws the branches left of a line.
 */
#include "print/call_tree.h"

/* Lines of a tree of n levels would have n * n columns. */
#define MOST_COLUMNS 100u

/* Children of one line. */
struct level {
    size_t count;
    size_t left; /* yet to come */
};

static struct level *level_at(const struct tree *tree, guint i)
{
    return &g_array_index(tree->levels, struct level, i);
}

/* A level of one child has no column, and is of no use once that is printed: a chain keeps one. */
static void drop_single(struct tree *tree)
{
    guint count = tree->levels->len;
    if (count && level_at(tree, count - 1)->count <= 1 && level_at(tree, count - 1)->left == 0) {
        g_array_set_size(tree->levels, count - 1);
    }
}

void tree_open(struct tree *tree, size_t children)
{
    struct level level = {children, children};
    drop_single(tree);
    g_array_append_val(tree->levels, level);
}

/* A branch continues past this line; single children have none. */
static void append_branches(GString *text, const struct tree *tree, guint levels)
{
    guint first = levels > MOST_COLUMNS ? levels - MOST_COLUMNS : 0;
    if (first) {
        g_string_append_printf(text, "[+%u]", first);
    }
    for (guint i = first; i < levels; i++) {
        const struct level *level = level_at(tree, i);
        if (level->count > 1) {
            g_string_append(text, level->left ? " | " : "   ");
        }
    }
}

static void print_between(const struct tree *tree)
{
    GString *text = g_string_new(NULL);
    append_branches(text, tree, tree->levels->len);
    puts(g_strchomp(text->str));
    g_string_free(text, TRUE);
}

static void print_branches(const struct tree *tree, const struct level *top)
{
    GString *text = g_string_new(NULL);
    append_branches(text, tree, tree->levels->len - 1);
    printf("%s%s", text->str, top->count > 1 ? " +-" : "");
    g_string_free(text, TRUE);
}

void tree_line(struct tree *tree)
{
    if (!tree->levels) {
        tree->levels = g_array_new(FALSE, FALSE, sizeof(struct level));
    }
    while (tree->levels->len && level_at(tree, tree->levels->len - 1)->left == 0) {
        g_array_set_size(tree->levels, tree->levels->len - 1);
    }
    if (tree->levels->len == 0) {
        fputs(tree->begun ? "\n" : "", stdout);
        tree->begun = TRUE;
        return;
    }
    struct level *top = level_at(tree, tree->levels->len - 1);
    if (top->left < top->count) {
        print_between(tree);
    }
    print_branches(tree, top);
    top->left--;
}

void tree_clear(struct tree *tree)
{
    if (tree->levels) {
        g_array_free(tree->levels, TRUE);
    }
    *tree = (struct tree){0};
}

/*
 * Finds the linkage name of a function. Numbers lambdas and local classes as the compiler does,
 * because libclang's names for them are wrong.
 */
#include "ast/declarations/declarations.h"

#include <stdio.h>
#include <string.h>

/** In C the name is the identifier, unless an attribute (asm label, overloadable) changes it.
 *  Asking for the mangled name costs far more than asking for the spelling. */
static CXString spelled(struct ast *ast, CXCursor function)
{
    bool renamed = ast->cplusplus || ast->renames || ast_has_attributes(function);
    return renamed ? clang_Cursor_getMangling(function) : clang_getCursorSpelling(function);
}

/** Write "3$_0" for the lambda with a number. */
static void print_closure(GString *out, unsigned number)
{
    char closure[16];
    int length = snprintf(closure, sizeof closure, "$_%u", number);
    g_string_append_printf(out, "%d%s", length, closure);
}

/** libclang calls every lambda the first of its function; insert the right number. */
static const char *renumbered(struct ast *ast, const char *name, unsigned number)
{
    static const char first[] = "3$_0";
    const char *last = NULL;
    for (const char *at = strstr(name, first); at; at = strstr(at + 1, first)) {
        last = at;
    }
    if (!last || number == 0) {
        return unit_string(ast->unit, name);
    }
    GString *out = g_string_new_len(name, last - name);
    print_closure(out, number);
    g_string_append(out, last + strlen(first));
    const char *kept = unit_string(ast->unit, out->str);
    g_string_free(out, TRUE);
    return kept;
}

/** The number of the lambda that a method belongs to, -1 if it belongs to none. */
static int closure_number(struct ast *ast, CXCursor method)
{
    CXCursor closure = clang_getCanonicalCursor(clang_getCursorSemanticParent(method));
    void *found;
    bool known = ast->cplusplus && method.kind != CXCursor_FunctionDecl &&
                 g_hash_table_lookup_extended(ast->closures, &closure, NULL, &found);
    return known ? (int)GPOINTER_TO_UINT(found) : -1;
}

/* With the compiler's IR */

/** Whether libclang may get numbers in a name wrong: those of lambdas, and those that tell classes
 *  of one name in a function apart. */
static bool may_have_numbers(const char *name)
{
    return strstr(name, "$_") || g_str_has_prefix(name, "_ZZ");
}

/** The length of the number that tells entities of a function apart: "_0", or from ten on "__10_".
 *  Parts of identifiers look alike; they are the same in both names that are compared. */
static size_t length_of_discriminator(const char *at)
{
    if (at[0] != '_') {
        return 0;
    }
    if (g_ascii_isdigit(at[1])) {
        return 2;
    }
    size_t digits = at[1] == '_' ? strspn(at + 2, "0123456789") : 0;
    return digits > 0 && at[2 + digits] == '_' ? digits + 3 : 0;
}

/** A name without the numbers that libclang gets wrong. */
static char *without_numbers(const char *name)
{
    GString *out = g_string_new(NULL);
    for (const char *at = name; *at;) {
        size_t digits = at[0] == '$' && at[1] == '_' ? strspn(at + 2, "0123456789") : 0;
        if (digits > 0) {
            g_string_truncate(out, out->len - 1); /* the length before it has one digit or two */
            at += 2 + digits;
            continue;
        }
        size_t discriminator = length_of_discriminator(at);
        if (discriminator == 0) {
            g_string_append_c(out, *at);
        }
        at += MAX(discriminator, 1);
    }
    return g_string_free(out, FALSE);
}

static GHashTable *compiled_numbers(const struct unit *unit)
{
    GHashTable *table =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        if (!(function->defined & UNIT_IR) || !may_have_numbers(function->name)) {
            continue;
        }
        char *key = without_numbers(function->name);
        GArray *ids = g_hash_table_lookup(table, key);
        if (!ids) {
            ids = g_array_new(FALSE, FALSE, sizeof(unit_id));
            g_hash_table_insert(table, g_strdup(key), ids);
        }
        g_array_append_val(ids, i);
        g_free(key);
    }
    return table;
}

/** The extent of a lambda, or of another definition with a body. */
struct extent {
    uint64_t begin;
    uint64_t end;
};

static uint64_t position(struct ast *ast, CXSourceLocation location)
{
    struct unit_place place = ast_place(ast, location);
    return UNIT_POSITION(place.line, place.column);
}

static struct extent extent_of(struct ast *ast, CXCursor function)
{
    CXSourceRange range = clang_getCursorExtent(function);
    return (struct extent){position(ast, clang_getRangeStart(range)),
                           position(ast, clang_getRangeEnd(range))};
}

/** Whether one function encloses another: of nested lambdas only the outermost fits both. */
static bool is_about(const struct unit_function *outer, const struct unit_function *inner)
{
    return outer->first <= inner->first && inner->last <= outer->last &&
           (outer->first != inner->first || outer->last != inner->last);
}

/** The compiler's name for a function whose name in libclang may have wrong numbers: found by line,
 *  and if a line has several, by the position of the code. @return NULL when there is none, or
 *  several that cannot be distinguished. */
static const char *compiled_name(struct ast *ast, CXCursor function, const char *name)
{
    if (!ast->compiled) {
        ast->compiled = compiled_numbers(ast->unit);
    }
    char *key = without_numbers(name);
    const GArray *ids = g_hash_table_lookup(ast->compiled, key);
    struct unit_place place = ast_cursor_place(ast, function);
    struct extent extent = extent_of(ast, function);
    const struct unit_function *found = NULL;
    bool ambiguous = false;
    for (guint i = 0; ids && i < ids->len; i++) {
        const struct unit_function *candidate =
            unit_function_at(ast->unit, g_array_index(ids, unit_id, i));
        if (candidate->line != place.line || candidate->origin != place.file ||
            candidate->first < extent.begin || candidate->last > extent.end) {
            continue;
        }
        if (!found || is_about(candidate, found)) {
            ambiguous = false;
            found = candidate;
        } else {
            ambiguous = ambiguous || !is_about(found, candidate);
        }
    }
    g_free(key);
    return found && !ambiguous ? found->name : NULL;
}

/** Correct the numbers in the name of a function by those that the compiler gave. A local class's
 *  function that the compiler has not made keeps its name, unless another has it.
 *  @return NULL when the name is not known */
static const char *with_compiled_numbers(struct ast *ast, CXCursor function, const char *name)
{
    const char *compiled = compiled_name(ast, function, name);
    if (compiled || strstr(name, "$_")) {
        return compiled;
    }
    unit_id same = unit_find(ast->unit, name);
    bool taken = same != UNIT_NONE && unit_function_at(ast->unit, same)->defined & UNIT_IR;
    return taken ? NULL : name;
}

const char *ast_linkage_name(struct ast *ast, CXCursor function, const char **raw)
{
    *raw = NULL;
    CXString text = spelled(ast, function);
    const char *name = clang_getCString(text);
    const char *kept = NULL;
    if (name && name[0]) {
        int number = closure_number(ast, function);
        kept = number < 0 ? unit_string(ast->unit, name) : renumbered(ast, name, (unsigned)number);
        *raw = number < 0 ? NULL : unit_string(ast->unit, name);
        if (ast->unit->compiled && may_have_numbers(kept)) {
            kept = with_compiled_numbers(ast, function, kept);
        }
    }
    clang_disposeString(text);
    return kept;
}

static enum CXChildVisitResult note_renamed(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct ast *ast = data;
    (void)parent;
    if (cursor.kind == CXCursor_FunctionDecl) {
        const char *raw;
        CXString spelling = clang_getCursorSpelling(cursor);
        const char *name = ast_linkage_name(ast, cursor, &raw);
        if (name && strcmp(name, clang_getCString(spelling)) != 0) {
            const char *identifier = unit_string(ast->unit, clang_getCString(spelling));
            g_hash_table_insert(ast->renamed, (char *)identifier, (char *)name);
        }
        clang_disposeString(spelling);
    }
    return CXChildVisit_Continue;
}

const char *ast_name_of_identifier(struct ast *ast, const char *identifier)
{
    if (!ast->renamed) {
        ast->renamed = g_hash_table_new(g_str_hash, g_str_equal);
        clang_visitChildren(clang_getTranslationUnitCursor(ast->tu), note_renamed, ast);
    }
    const char *name = g_hash_table_lookup(ast->renamed, identifier);
    return name ? name : identifier;
}

void ast_number_lambda(struct ast *ast, unit_id around, CXCursor lambda)
{
    CXCursor closure =
        clang_getCanonicalCursor(clang_getTypeDeclaration(clang_getCursorType(lambda)));
    if (g_hash_table_contains(ast->closures, &closure)) {
        return;
    }
    /* One more than the count, since NULL means "none yet". */
    void *key = GUINT_TO_POINTER(around);
    unsigned number = GPOINTER_TO_UINT(g_hash_table_lookup(ast->lambdas, key));
    g_hash_table_insert(ast->lambdas, key, GUINT_TO_POINTER(number + 1));
    CXCursor *kept = g_new(CXCursor, 1);
    *kept = closure;
    g_hash_table_insert(ast->closures, kept, GUINT_TO_POINTER(number));
}

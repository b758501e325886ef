/*
 * Which functions assembly names, in functions and outside of them, and to which it gives names.
 */
#include "ast/declarations/assembly_text.h"
#include "ast/facts/ast_facts.h"

#include <string.h>

#include "text/assembly.h"

/** @param text taken over */
static void note_assembly(struct ast *ast, char *text, CXCursor cursor)
{
    struct ast_assembly assembly = {text, ast_cursor_place(ast, cursor)};
    g_array_append_val(ast->assembly, assembly);
}

void ast_note_statement(struct ast *ast, CXCursor body, CXCursor statement)
{
    char *named = ast_assembly_named(ast, body, statement);
    if (named[strspn(named, " ")]) {
        note_assembly(ast, g_strdup(named), statement);
    }
    g_free(named);
}

void ast_note_assembly(struct ast *ast, CXCursor declaration)
{
    char *code = ast_printed_whole(declaration);
    bool is = code && (g_str_has_prefix(code, "asm") || g_str_has_prefix(code, "__asm"));
    const char *literal = is ? strchr(code, '"') : NULL;
    if (literal) {
        note_assembly(ast, ast_assembly_literal(literal), declaration);
    }
    g_free(code);
}

static void mark_function(struct ast *ast, unit_id id, struct unit_place place)
{
    unit_add_address(ast->unit, id, place);
    unit_add_attribute(ast->unit, &unit_function_at(ast->unit, id)->declared, "used");
    if (ast->facts) {
        ast_facts_expose_number(ast->facts, id);
    }
}

/** Assembly may name any function of the program: the file is partial. */
static void mark_all(struct ast *ast, struct unit_place place)
{
    for (unit_id id = 0; id < ast->unit->functions->len; id++) {
        mark_function(ast, id, place);
    }
    if (ast->facts) {
        facts_referenced(ast->unit->facts, ASSEMBLY_ANY_SYMBOL);
    }
    char *text = g_strdup_printf("%s:%u: assembler includes a file or makes names: it may call any "
                                 "function",
                                 place.file ? place.file : "", place.line);
    unit_add_fault(ast->unit, text);
    g_free(text);
}

static void mark_named(struct ast *ast, const struct ast_assembly *assembly)
{
    const char *at = assembly->text;
    for (char *symbol; (symbol = assembly_next_symbol(&at)); g_free(symbol)) {
        unit_id id = unit_find(ast->unit, symbol);
        if (id != UNIT_NONE) {
            mark_function(ast, id, assembly->place);
        } else if (ast->facts && assembly_may_be_symbol(symbol)) {
            facts_referenced(ast->unit->facts, symbol);
        }
    }
}

/* Versions of symbols */

static const struct ast_function *visited(const struct ast *ast, const char *name)
{
    unit_id id = unit_find(ast->unit, name);
    GHashTableIter each;
    gpointer value;
    g_hash_table_iter_init(&each, ast->table);
    while (id != UNIT_NONE && g_hash_table_iter_next(&each, NULL, &value)) {
        const struct ast_function *function = value;
        if (function->id == id && function->visited) {
            return function;
        }
    }
    return NULL;
}

static void define_public_name(struct ast *ast, const char *name, const struct ast_function *target,
                               struct unit_place place)
{
    unit_id id = unit_function_named(ast->unit, name);
    struct unit_function *function = unit_function_at(ast->unit, id);
    const struct unit_function *of = unit_function_at(ast->unit, target->id);
    if (function->defined) {
        return;
    }
    function->origin = of->origin;
    function->linkage = of->linkage;
    function->line = of->line;
    unit_define(ast->unit, id);
    unit_add_call(ast->unit, id, target->id, CG_EDGE_IMPLICIT, place);
    if (ast->facts) {
        ast_facts_alias(ast->facts, id, target->id, target->body, place, false);
    }
}

/** `.symver NAME, PUBLIC@@VERSION`: what is linked from now on calls NAME as PUBLIC. Other versions
 *  (`@`) are for programs that were linked before. */
static void define_versions(struct ast *ast, const struct ast_assembly *assembly)
{
    static const char directive[] = ".symver";
    for (const char *at = strstr(assembly->text, directive); at; at = strstr(at, directive)) {
        at += strlen(directive);
        const char *after = at;
        char *name = assembly_next_symbol(&after), *public = assembly_next_symbol(&after);
        bool is_default = public && g_str_has_prefix(after, "@@");
        const struct ast_function *target = is_default ? visited(ast, name) : NULL;
        if (target) {
            define_public_name(ast, public, target, assembly->place);
        }
        g_free(public);
        g_free(name);
    }
}

void ast_mark_assembly(struct ast *ast)
{
    for (guint i = 0; i < ast->assembly->len; i++) {
        struct ast_assembly *assembly = &g_array_index(ast->assembly, struct ast_assembly, i);
        mark_named(ast, assembly);
        define_versions(ast, assembly);
        if (assembly_hides_names(assembly->text)) {
            mark_all(ast, assembly->place);
        }
        g_free(assembly->text);
    }
}

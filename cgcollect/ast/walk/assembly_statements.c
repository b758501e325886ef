/*
 * Which functions assembly names, in functions and outside of them.
 */
#include "ast/declarations/assembly_text.h"
#include "ast/facts/ast_facts.h"

#include <string.h>

#include "text/assembly.h"

/** @param text taken over */
static void note(struct ast *ast, char *text, CXCursor cursor)
{
    struct ast_assembly assembly = {text, ast_cursor_place(ast, cursor)};
    g_array_append_val(ast->assembly, assembly);
}

void ast_note_statement(struct ast *ast, CXCursor body, CXCursor statement)
{
    char *named = ast_assembly_named(ast, body, statement);
    if (named[strspn(named, " ")]) {
        note(ast, g_strdup(named), statement);
    }
    g_free(named);
}

void ast_note_assembly(struct ast *ast, CXCursor declaration)
{
    char *code = ast_printed_whole(declaration);
    bool is = code && (g_str_has_prefix(code, "asm") || g_str_has_prefix(code, "__asm"));
    const char *literal = is ? strchr(code, '"') : NULL;
    if (literal) {
        note(ast, ast_assembly_literal(literal), declaration);
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

void ast_mark_assembly(struct ast *ast)
{
    for (guint i = 0; i < ast->assembly->len; i++) {
        struct ast_assembly *assembly = &g_array_index(ast->assembly, struct ast_assembly, i);
        mark_named(ast, assembly);
        if (assembly_hides_names(assembly->text)) {
            mark_all(ast, assembly->place);
        }
        g_free(assembly->text);
    }
}

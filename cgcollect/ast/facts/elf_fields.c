/*
 * Programs that read their own files in memory: the symbols and relocations of ELF say where
 * functions are, as numbers. Linking decides whether they may be the program's
 * (libcg/src/resolve/own_files.c).
 */
#include "ast/facts/ast_facts_parts.h"

#include <string.h>

#define RELOCATION_PLACE "r_offset"
#define SYMBOL_PLACE "st_value"

static bool is_one_of(const char *name, const char *const *names)
{
    bool is = false;
    for (; *names && !is; names++) {
        is = strcmp(name, *names) == 0;
    }
    return is;
}

static fact_slot slot_of_field(struct ast_facts *f, CXCursor field, const char *name)
{
    static const char *const symbols[] = {"Elf64_Sym", "Elf32_Sym", NULL};
    static const char *const relocations[] = {"Elf64_Rela", "Elf64_Rel", "Elf32_Rela", "Elf32_Rel",
                                              NULL};
    bool place = strcmp(name, RELOCATION_PLACE) == 0;
    if (!place && strcmp(name, SYMBOL_PLACE) != 0) {
        return FACT_NONE;
    }
    const char *record = ast_facts_record(f, clang_getCursorSemanticParent(field))->name;
    if (!is_one_of(record, place ? relocations : symbols)) {
        return FACT_NONE;
    }
    return facts_global(f->facts, place ? "relocations of files" : "symbols of files", "");
}

fact_slot ast_facts_place_in_file(struct ast_facts *f, CXCursor expression)
{
    CXCursor field = expression.kind == CXCursor_MemberRefExpr
                         ? clang_getCursorReferenced(expression)
                         : clang_getNullCursor();
    if (field.kind != CXCursor_FieldDecl) {
        return FACT_NONE;
    }
    CXString spelling = clang_getCursorSpelling(field);
    fact_slot slot = slot_of_field(f, field, clang_getCString(spelling));
    clang_disposeString(spelling);
    return slot;
}

bool ast_facts_is_place_of_file(CXCursor variable)
{
    static const char *const names[] = {"_DYNAMIC", "__ehdr_start", "__executable_start",
                                        "_r_debug", NULL};
    CXString spelling = clang_getCursorSpelling(variable);
    bool is = is_one_of(clang_getCString(spelling), names);
    clang_disposeString(spelling);
    return is;
}

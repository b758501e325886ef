/*
 * Finds what the C++ library's classes of nothing but bytes are memory for: the type of the object
 * that they keep, which stands for them in facts. Classes of the program may look the same, but
 * keep other objects as well, and be within the object that they are named after.
 *
 * What std::function keeps has no type of its own. Functions of libstdc++ that access it are
 * instances for one type, and what they find there was put there as that type.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

#include <cli.h>

bool ir_is_memory(const char *name)
{
    return g_str_has_prefix(name, "struct.__gnu_cxx::__aligned_membuf") ||
           g_str_has_prefix(name, "struct.__gnu_cxx::__aligned_buffer");
}

/** The type of a name; one without content where the module does not use it. */
static LLVMTypeRef type_named(const struct ir_facts *f, const char *name)
{
    LLVMTypeRef type = LLVMGetTypeByName2(f->ir->context, name);
    return type ? type : LLVMStructCreateNamed(f->ir->context, name);
}

/** What a class is memory for, NULL: nothing that is known. */
static LLVMTypeRef kept_in(const struct ir_facts *f, LLVMTypeRef memory)
{
    const char *content =
        g_hash_table_lookup(f->ir->instances->contents, LLVMGetStructName(memory));
    if (!content) {
        return NULL;
    }
    bool pointer = g_str_equal(content, IR_POINTER_CONTENT);
    LLVMTypeRef type =
        pointer ? LLVMPointerTypeInContext(f->ir->context, 0) : type_named(f, content);
    bool fits = !LLVMTypeIsSized(type) ||
                LLVMABISizeOfType(f->layout, type) == LLVMABISizeOfType(f->layout, memory);
    return fits ? type : NULL;
}

LLVMTypeRef ir_content(const struct ir_facts *f, LLVMTypeRef type)
{
    bool known = f->ir->instances && LLVMGetTypeKind(type) == LLVMStructTypeKind &&
                 LLVMGetStructName(type) && LLVMTypeIsSized(type);
    gpointer content = NULL;
    if (known && !g_hash_table_lookup_extended(f->contents, type, NULL, &content)) {
        content = kept_in(f, type);
        g_hash_table_insert(f->contents, type, content);
    }
    return content ? content : type;
}

/* std::function */

/** The mangled type as which a function accesses the memory, NULL if it is no such function. It
 *  returns a reference to that. The type of a pointer is the same with qualifiers and without.
 *  @return released with g_free */
static char *type_accessed(const char *name)
{
    const char *type = cli_behind(name, "_ZNSt9_Any_data9_M_accessI");
    type = type ? type : cli_behind(name, "_ZNKSt9_Any_data9_M_accessI");
    const char *end = type ? g_strrstr(type, "EER") : NULL;
    if (!end) {
        return NULL;
    }
    size_t pointer = *type == 'P', qualifiers = pointer ? strspn(type + 1, "VK") : 0;
    const char *rest = type + pointer + qualifiers;
    return g_strdup_printf("%s%.*s", pointer ? "P" : "", (int)(end - rest), rest);
}

/** The type that a function constructs in the memory, which it gets as a `void *`. Members of that
 *  type may have the name of the function's own. */
static char *type_constructed(const char *name)
{
    static const char *const members[] = {"E9_M_create", "E8_M_clone", "E15_M_init_functor"};
    const char *type = cli_behind(name, "_ZNSt14_Function_base13_Base_managerI"), *end = NULL;
    for (size_t i = 0; type && i < G_N_ELEMENTS(members) && !end; i++) {
        end = g_strrstr(type, members[i]);
    }
    return end ? g_strndup(type, (gsize)(end - type)) : NULL;
}

fact_slot ir_kept_in_function(struct ir_facts *f, LLVMValueRef caller, LLVMValueRef callee)
{
    static const char memory[] = "std::_Any_data";
    const char *name = ir_name(callee);
    bool untyped = g_str_equal(name, "_ZNSt9_Any_data9_M_accessEv");
    char *type = untyped ? type_constructed(ir_name(caller)) : type_accessed(name);
    fact_slot kept = FACT_NONE;
    if (type) {
        char *record = g_strdup_printf("%s[%s]", memory, type);
        kept = facts_field(f->facts, unit_string(f->ir->unit, record), 0);
        facts_copy(f->facts, UNIT_NONE, kept, facts_field(f->facts, memory, 0));
        g_free(record);
    }
    g_free(type);
    return kept;
}

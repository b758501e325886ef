/*
 * Finds what the C++ library's classes of nothing but bytes are memory for: the type of the object
 * that they keep, which stands for them in facts. Classes of the program may look the same, but
 * keep other objects as well, and be within the object that they are named after.
 */
#include "ir/facts/ir_facts_parts.h"

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

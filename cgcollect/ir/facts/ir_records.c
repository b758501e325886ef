/*
 * Describes the structs of a module as records: names, offsets, fields that may hold pointers, and
 * structs without a name of their own.
 */
#include "ir/facts/ir_facts_parts.h"

#include <inttypes.h>
#include <string.h>

#include "text/lexical_paths.h"
#include "text/mangled.h"

/** Limit on nested types; no program gets close. */
#define DEPTH 200

/** Limit on the text of unnamed structs' layouts; longer ones are cut, the same in all files. */
#define LONGEST 4000

/* Names */

/** What LLVM adds to make names differ, and clang to bases that are laid out on their own. */
static size_t length_of_name(const char *name)
{
    size_t length = strlen(name);
    for (;;) {
        size_t digits = length;
        while (digits > 0 && g_ascii_isdigit(name[digits - 1])) {
            digits--;
        }
        if (digits < length && digits > 1 && name[digits - 1] == '.') {
            length = digits - 1;
        } else if (length > strlen(".base") &&
                   strncmp(name + length - strlen(".base"), ".base", strlen(".base")) == 0) {
            length -= strlen(".base");
        } else {
            return length;
        }
    }
}

/** Write file names as everywhere: lambdas are `(lambda at FILE:LINE:COLUMN)`. For relative paths
 *  only the last part is the same in all files. */
static char *with_files_named(const struct ir_facts *f, const char *name)
{
    static const char at[] = " at ";
    GString *text = g_string_new(NULL);
    for (const char *next; (next = strstr(name, at));) {
        const char *file = next + strlen(at);
        char *path = g_strndup(file, strcspn(file, ":"));
        char *last = g_path_get_basename(path);
        g_string_append_len(text, name, file - name);
        g_string_append(text, path[0] == '/' ? path_below(f->ir->input->root, path) : last);
        name = file + strlen(path);
        g_free(last);
        g_free(path);
    }
    g_string_append(text, name);
    return g_string_free(text, FALSE);
}

/** @return the name of a struct without what LLVM and clang add to it, with its template arguments;
 *  release with g_free. */
static char *plain_name(const struct ir_facts *f, const char *name)
{
    static const char *const tags[] = {"struct.", "class.", "union."};
    const struct ir_instances *instances = f->ir->instances;
    const char *arguments = instances ? g_hash_table_lookup(instances->arguments, name) : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(tags); i++) {
        if (g_str_has_prefix(name, tags[i])) {
            name += strlen(tags[i]);
            break;
        }
    }
    char *plain =
        g_strdup_printf("%.*s%s", (int)length_of_name(name), name, arguments ? arguments : "");
    char *named = with_files_named(f, plain);
    g_free(plain);
    return named;
}

/** The type of a lambda, as clang names it, and in facts: docs/pointer-facts.md. */
#define NAMELESS_CLOSURE "class.anon"

/** `class.anon`: an anonymous class, or a lambda's. */
static bool is_anonymous(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot && g_str_has_prefix(dot, ".anon") && (dot[5] == '\0' || dot[5] == '.');
}

static bool is_struct(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind;
}

static bool is_array(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

static const char *struct_name(LLVMTypeRef type)
{
    return is_struct(type) ? LLVMGetStructName(type) : NULL;
}

bool ir_is_va_list(LLVMTypeRef type)
{
    const char *name = struct_name(ir_element_type(type));
    return name && g_str_has_prefix(name, "struct.__va_list") && !strchr(name, ':');
}

/* @return whether a type is std::coroutine_handle, which counts as its pointer. */
static bool is_handle(LLVMTypeRef type)
{
    static const char handle[] = "::coroutine_handle";
    const char *name = struct_name(type);
    return name && g_str_has_prefix(name, "struct.std::") &&
           length_of_name(name) >= strlen(handle) &&
           strncmp(name + length_of_name(name) - strlen(handle), handle, strlen(handle)) == 0;
}

LLVMTypeRef ir_element_type(LLVMTypeRef type)
{
    while (is_array(type)) {
        type = LLVMGetElementType(type);
    }
    return type;
}

/* Records */

/** Library classes pass structs without a name around, whose content belongs to others. In a union
 *  that is known by address only, they are accessed without being named. */
static bool is_apart(const char *inner, const char *outer)
{
    return !g_str_has_prefix(inner, "union.") &&
           (strstr(outer, ".std::") || strstr(outer, ".__gnu_cxx::") ||
            g_str_has_prefix(outer, "union."));
}

/** The named struct that contains one without a name, NULL if there is none. */
static LLVMTypeRef outermost(const struct ir_facts *f, LLVMTypeRef type, uint64_t *offset)
{
    *offset = 0;
    for (unsigned i = 0; i < DEPTH && is_anonymous(LLVMGetStructName(type)); i++) {
        const struct ir_outer *outer = g_hash_table_lookup(f->outer, type);
        if (!outer) {
            return NULL;
        }
        *offset += outer->offset;
        type = outer->type;
    }
    return type;
}

static void write_layout(const struct ir_facts *f, GString *text, LLVMTypeRef type);

static void write_type(const struct ir_facts *f, GString *text, LLVMTypeRef type)
{
    const char *name = struct_name(type);
    char *printed = NULL;
    if (is_array(type)) {
        g_string_append_printf(text, "[%" PRIu64 "]", (uint64_t)LLVMGetArrayLength2(type));
        write_type(f, text, LLVMGetElementType(type));
    } else if (is_struct(type) && (!name || is_anonymous(name))) {
        write_layout(f, text, type);
    } else if (is_struct(type)) {
        printed = plain_name(f, name);
        g_string_append(text, printed);
        g_free(printed);
    } else {
        printed = LLVMPrintTypeToString(type);
        g_string_append(text, printed);
        LLVMDisposeMessage(printed);
    }
}

static void write_layout(const struct ir_facts *f, GString *text, LLVMTypeRef type)
{
    g_string_append_c(text, '{');
    unsigned count = text->len < LONGEST ? LLVMCountStructElementTypes(type) : 0;
    for (unsigned i = 0; i < count; i++) {
        g_string_append_printf(text,
                               i ? ",%llu:" : "%llu:", LLVMOffsetOfElement(f->layout, type, i));
        write_type(f, text, LLVMStructGetTypeAtIndex(type, i));
    }
    g_string_append_c(text, '}');
}

/** Nothing else of a struct without a name is the same in all files that include a header; but
 *  closures have names where they are called. */
static char *name_of_layout(const struct ir_facts *f, LLVMTypeRef type)
{
    const char *name = LLVMGetStructName(type);
    const char *closure = g_hash_table_lookup(f->closures, type);
    GString *text = g_string_new("@");
    g_string_append_len(text, closure ? closure : name,
                        closure ? -1 : (gssize)length_of_name(name));
    write_layout(f, text, type);
    return g_string_free(text, FALSE);
}

static bool is_closure(LLVMTypeRef type)
{
    return g_str_has_prefix(struct_name(type), "class.");
}

/** The name of the closure with a call operator; NULL if it is no such function. Files that have a
 *  closure without calling it do not know its name: those of one file, and of templates of the C++
 *  runtime, are called where they are known; others could be of an inline function, and kept. */
static const char *closure_name(const struct ir_facts *f, LLVMValueRef function)
{
    char *name = LLVMCountParams(function) > 0 ? mangled_closure(ir_name(function)) : NULL;
    const char *kept = NULL;
    if (name && ir_is_internal(function)) {
        kept = ir_local_name(f->ir, name);
    } else if (name) {
        bool runtime = g_str_has_prefix(name, "_ZZSt") || g_str_has_prefix(name, "_ZZNSt") ||
                       g_str_has_prefix(name, "_ZZNKSt");
        char *other = g_strconcat(runtime ? "" : NAMELESS_CLOSURE ":", name, NULL);
        kept = unit_string(f->ir->unit, other);
        g_free(other);
    }
    g_free(name);
    return kept;
}

bool ir_returns_in_memory(LLVMValueRef function)
{
    static const char sret[] = "sret";
    unsigned kind = LLVMGetEnumAttributeKindForName(sret, strlen(sret));
    return LLVMCountParams(function) > 0 && LLVMGetEnumAttributeAtIndex(function, 1, kind);
}

static bool is_object_of(LLVMValueRef address, LLVMValueRef function)
{
    unsigned first = LLVMCountParams(function) > 1 && ir_returns_in_memory(function) ? 1 : 0;
    LLVMValueRef parameter = ir_parameter_in(address);
    return parameter && parameter == LLVMGetParam(function, first);
}

/** The type of the closure that a call operator accesses, NULL if it accesses none. */
static LLVMTypeRef closure_of(LLVMValueRef operation, LLVMValueRef function)
{
    LLVMTypeRef type =
        LLVMIsAGetElementPtrInst(operation) ? LLVMGetGEPSourceElementType(operation) : NULL;
    const char *name = type ? struct_name(type) : NULL;
    bool closure = name && is_anonymous(name) && is_closure(type);
    return closure && is_object_of(LLVMGetOperand(operation, 0), function) ? type : NULL;
}

void ir_note_closure(struct ir_facts *f, LLVMValueRef function)
{
    const char *name = closure_name(f, function);
    for (LLVMBasicBlockRef block = name ? LLVMGetFirstBasicBlock(function) : NULL; block;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            LLVMTypeRef type = closure_of(i, function);
            if (type && !g_hash_table_contains(f->closures, type)) {
                g_hash_table_insert(f->closures, type, (void *)name);
            }
        }
    }
}

bool ir_is_nameless(LLVMTypeRef type)
{
    const char *name = struct_name(type);
    return name && is_anonymous(name) && !is_closure(type);
}

static const char *record_name(struct ir_facts *f, LLVMTypeRef type, uint64_t *base)
{
    LLVMTypeRef outer = outermost(f, type, base);
    char *name;
    if (outer) {
        name = plain_name(f, LLVMGetStructName(outer));
    } else {
        name = name_of_layout(f, type);
        *base = 0;
    }
    const char *kept = unit_string(f->ir->unit, name);
    g_free(name);
    return kept;
}

static bool finds_union(LLVMTypeRef type);

const struct ir_record *ir_record(struct ir_facts *f, LLVMTypeRef type)
{
    type = ir_content(f, type);
    if (f->untyped || !struct_name(type) || ir_is_va_list(type) || is_handle(type)) {
        return NULL;
    }
    struct ir_record *record = g_hash_table_lookup(f->records, type);
    if (!record) {
        record = g_new(struct ir_record, 1);
        record->name = record_name(f, type, &record->base);
        record->pointers = ir_holds_pointers(f, type);
        record->unions = ir_is_nameless(type) || finds_union(type);
        g_hash_table_insert(f->records, type, record);
    }
    return record;
}

/* Record that a struct without a name lies at an offset of another. */
static void note_outer(struct ir_facts *f, LLVMTypeRef inner, LLVMTypeRef outer, uint64_t offset)
{
    const char *name = struct_name(inner);
    const char *around = struct_name(outer);
    if (!name || !around || inner == outer || !is_anonymous(name) || is_apart(name, around)) {
        return;
    }
    if (!g_hash_table_contains(f->outer, inner)) {
        struct ir_outer *known = g_new(struct ir_outer, 1);
        *known = (struct ir_outer){outer, offset};
        g_hash_table_insert(f->outer, inner, known);
    }
}

void ir_note_type(struct ir_facts *f, LLVMTypeRef type)
{
    GPtrArray *types = g_ptr_array_new();
    g_ptr_array_add(types, ir_element_type(type));
    while (types->len > 0) {
        LLVMTypeRef next = g_ptr_array_steal_index_fast(types, types->len - 1);
        if (!is_struct(next) || !LLVMTypeIsSized(next) || !g_hash_table_add(f->nested, next)) {
            continue;
        }
        unsigned count = LLVMCountStructElementTypes(next);
        for (unsigned i = 0; i < count; i++) {
            LLVMTypeRef element = ir_element_type(LLVMStructGetTypeAtIndex(next, i));
            note_outer(f, element, next, LLVMOffsetOfElement(f->layout, next, i));
            g_ptr_array_add(types, element);
        }
    }
    g_ptr_array_free(types, TRUE);
}

/* What types hold */

unsigned ir_width(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

bool ir_is_word(const struct ir_facts *f, LLVMTypeRef type)
{
    return ir_width(type) == f->ir->pointer_size * 8;
}

static bool is_union(LLVMTypeRef type)
{
    const char *name = struct_name(type);
    return name && g_str_has_prefix(name, "union.");
}

/** A part that may hold a pointer: one, bytes enough for one, or an integer. Of a union only the
 *  largest member is visible. */
static bool is_holder(const struct ir_facts *f, LLVMTypeRef type, bool bytes, bool in_union)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMPointerTypeKind || in_union || ir_is_word(f, type) ||
           (bytes && kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8) ||
           (kind == LLVMVectorTypeKind &&
            LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMPointerTypeKind);
}

bool ir_holds_pointers(const struct ir_facts *f, LLVMTypeRef type)
{
    bool found = false;
    GPtrArray *types = g_ptr_array_new();
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_ptr_array_add(types, type);
    while (types->len > 0 && !found) {
        LLVMTypeRef next = g_ptr_array_steal_index_fast(types, types->len - 1);
        LLVMTypeRef element = ir_element_type(next);
        bool array = element != next;
        element = ir_content(f, element);
        found = is_holder(f, element, array, is_union(element)) || !LLVMTypeIsSized(element);
        if (is_struct(element) && g_hash_table_add(seen, element)) {
            for (unsigned i = 0; i < LLVMCountStructElementTypes(element); i++) {
                g_ptr_array_add(types, LLVMStructGetTypeAtIndex(element, i));
            }
        }
    }
    g_ptr_array_free(types, TRUE);
    g_hash_table_destroy(seen);
    return found;
}

/** Constants of library classes are not written. */
static bool is_of_library(LLVMTypeRef type)
{
    const char *name = struct_name(type);
    return name && (strstr(name, ".std::") || strstr(name, ".__gnu_cxx::"));
}

static bool finds_union(LLVMTypeRef type)
{
    bool found = false;
    GPtrArray *types = g_ptr_array_new();
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_ptr_array_add(types, type);
    while (types->len > 0 && !found) {
        LLVMTypeRef next = ir_element_type(g_ptr_array_steal_index_fast(types, types->len - 1));
        if (!is_struct(next) || is_of_library(next) || !g_hash_table_add(seen, next)) {
            continue;
        }
        found = is_union(next);
        for (unsigned i = 0; i < LLVMCountStructElementTypes(next); i++) {
            g_ptr_array_add(types, LLVMStructGetTypeAtIndex(next, i));
        }
    }
    g_ptr_array_free(types, TRUE);
    g_hash_table_destroy(seen);
    return found;
}

bool ir_holds_union(struct ir_facts *f, LLVMTypeRef type)
{
    const struct ir_record *record = ir_record(f, type);
    return record && record->unions;
}

fact_slot ir_union_initialisers(struct ir_facts *f)
{
    fact_slot slot = facts_global(f->facts, "union initialisers", NULL);
    facts_hidden_variable(f->facts, slot);
    return slot;
}

/* Fields */

/** Enter one struct or array. @return false where there is nothing inside */
static bool step_down(struct ir_facts *f, struct ir_field *field, uint64_t *offset)
{
    LLVMTypeRef type = field->type;
    if (is_array(type)) {
        uint64_t size = LLVMABISizeOfType(f->layout, LLVMGetElementType(type));
        field->type = ir_content(f, LLVMGetElementType(type));
        *offset = size ? *offset % size : 0;
        return true;
    }
    if (!is_struct(type) || !LLVMTypeIsSized(type) || LLVMCountStructElementTypes(type) == 0 ||
        *offset >= LLVMABISizeOfType(f->layout, type)) {
        return false;
    }
    unsigned index = LLVMElementAtOffset(f->layout, type, *offset);
    uint64_t begin = LLVMOffsetOfElement(f->layout, type, index);
    field->type = ir_content(f, LLVMStructGetTypeAtIndex(type, index));
    field->offset += begin;
    field->place += begin;
    *offset -= begin;
    return true;
}

/** Whether a record is named by its layout. */
static bool is_layout(const char *name)
{
    return name[0] == '@';
}

static void enter_record(struct ir_facts *f, struct ir_field *field)
{
    const struct ir_record *record = ir_record(f, field->type);
    field->in_union = field->in_union || is_union(field->type);
    if (record) {
        field->record = record;
        field->offset = record->base;
    }
    if (record && !is_layout(record->name)) {
        field->around = record;
        field->place = record->base;
    }
}

/** Memory for what is not known, which may be used as anything: those of one size have one member.
 */
static bool is_memory(LLVMTypeRef type)
{
    const char *name = struct_name(type);
    return name && ir_is_memory(name);
}

struct ir_field ir_field_at(struct ir_facts *f, LLVMTypeRef type, uint64_t offset,
                            LLVMTypeRef target)
{
    struct ir_field field = {.type = ir_content(f, type)};
    enter_record(f, &field);
    while (field.type != target && !is_memory(field.type) && step_down(f, &field, &offset)) {
        enter_record(f, &field);
    }
    return field;
}

/** Whether C may have a record of that name. */
static bool is_plain(const char *name)
{
    return !strchr(name, '<') && !strstr(name, "::");
}

/** In C, and in library summaries, the content of an unnamed struct within a union is named by its
 *  place in the record around that. */
static void note_place(struct ir_facts *f, const struct ir_field *field, fact_slot slot)
{
    const struct ir_record *around = field->around;
    if (!around || around == field->record || !is_layout(field->record->name) ||
        !is_plain(around->name)) {
        return;
    }
    fact_slot place = facts_field(f->facts, around->name, field->place);
    gsize both = ((gsize)place << 32) | slot;
    if (g_hash_table_add(f->overlaid, GSIZE_TO_POINTER(both))) {
        facts_copy(f->facts, UNIT_NONE, slot, place);
        facts_copy(f->facts, UNIT_NONE, place, slot);
    }
}

fact_slot ir_field_slot(struct ir_facts *f, const struct ir_field *field)
{
    fact_slot slot = facts_field(f->facts, field->record->name, field->offset);
    note_place(f, field, slot);
    return slot;
}

/** A part of a struct, and its offset. */
struct part {
    struct ir_field field;
    uint64_t at; /**< offset in the whole */
    bool bytes;  /**< it is an element of an array */
};

static void push_parts(struct ir_facts *f, GArray *parts, const struct part *whole)
{
    LLVMTypeRef type = whole->field.type;
    for (unsigned i = LLVMCountStructElementTypes(type); i-- > 0;) {
        struct part part = *whole;
        uint64_t offset = LLVMOffsetOfElement(f->layout, type, i);
        LLVMTypeRef whole_type = LLVMStructGetTypeAtIndex(type, i);
        LLVMTypeRef element = ir_element_type(whole_type);
        part.at += offset;
        part.field.offset += offset;
        part.field.place += offset;
        part.field.type = ir_content(f, element);
        part.bytes = element != whole_type;
        enter_record(f, &part.field);
        g_array_append_val(parts, part);
    }
}

GArray *ir_leaves(struct ir_facts *f, LLVMTypeRef type, uint64_t from, uint64_t size)
{
    GArray *leaves = g_array_new(FALSE, FALSE, sizeof(struct ir_leaf));
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(struct part));
    struct part whole = {.field = {.type = ir_content(f, type)}};
    enter_record(f, &whole.field);
    g_array_append_val(parts, whole);
    while (parts->len > 0) {
        struct part part = g_array_index(parts, struct part, parts->len - 1);
        g_array_set_size(parts, parts->len - 1);
        LLVMTypeRef here = part.field.type;
        bool beyond = part.at >= from + size;
        bool before = !part.bytes && part.at + ir_size_of(f, here) <= from;
        if (beyond || before || !part.field.record || !LLVMTypeIsSized(here)) {
            continue;
        }
        if (is_struct(here)) {
            push_parts(f, parts, &part);
        } else if (is_holder(f, here, part.bytes, part.field.in_union)) {
            struct ir_leaf leaf = {part.at, ir_field_slot(f, &part.field), part.bytes};
            g_array_append_val(leaves, leaf);
        }
    }
    g_array_free(parts, TRUE);
    return leaves;
}

/* Nesting */

/** Which element of an array is copied is unknown. Those of an array of records are in the fields
 * of these. */
static void note_array(struct ir_facts *f, const struct ir_record *record, LLVMTypeRef type,
                       unsigned index)
{
    if (!is_struct(ir_content(f, ir_element_type(LLVMStructGetTypeAtIndex(type, index))))) {
        uint64_t offset = record->base + LLVMOffsetOfElement(f->layout, type, index);
        facts_nested(f->facts, record->name, "", (uint32_t)offset);
    }
}

/* Code may get from a record without pointers to the one around it, which has some. */
void ir_note_nested(struct ir_facts *f, LLVMTypeRef type)
{
    const struct ir_record *whole = ir_record(f, ir_content(f, type));
    if (!whole || !whole->pointers) {
        return;
    }
    GPtrArray *types = g_ptr_array_new();
    g_ptr_array_add(types, ir_content(f, type));
    while (types->len > 0) {
        LLVMTypeRef next = g_ptr_array_steal_index_fast(types, types->len - 1);
        const struct ir_record *record = ir_record(f, next);
        if (!record || !g_hash_table_add(f->nested_noted, next)) {
            continue;
        }
        if (is_memory(next)) {
            facts_nested(f->facts, record->name, "", 0);
            continue;
        }
        for (unsigned i = 0; i < LLVMCountStructElementTypes(next); i++) {
            LLVMTypeRef part = ir_element_type(LLVMStructGetTypeAtIndex(next, i));
            LLVMTypeRef element = ir_content(f, part);
            const struct ir_record *inner = ir_record(f, element);
            if (part != LLVMStructGetTypeAtIndex(next, i)) {
                note_array(f, record, next, i);
            }
            if (inner && inner->name != record->name) {
                uint64_t offset = record->base + LLVMOffsetOfElement(f->layout, next, i);
                facts_nested(f->facts, record->name, inner->name, (uint32_t)(offset - inner->base));
            }
            g_ptr_array_add(types, element);
        }
    }
    g_ptr_array_free(types, TRUE);
}

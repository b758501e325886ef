/*
 * Reads virtual tables and their type metadata, as `-fwhole-program-vtables` leaves them
 * (https://llvm.org/docs/TypeMetadata.html): each address point of a table names the classes whose
 * tables it can be used as.
 */
#include "ir/values/ir_context.h"

#include <llvm/Config/llvm-config.h>
#include <string.h>

#include "text/mangled.h"
#include "unit/unit_vtables.h"

#define CONSTRUCTION "_ZTC"
#define PREFIX 4 /* length of UNIT_VTABLE_PREFIX, UNIT_TYPE_NAME_PREFIX and this */

/** One address point of a table. */
struct point {
    unsigned entry;
    LLVMMetadataRef type;
    const char *name; /**< of the type info, NULL for types without a name */
    bool is_text;     /**< it has some name */
};

/* Entries */

static unsigned length_of(LLVMTypeRef array)
{
#if LLVM_VERSION_MAJOR >= 17
    return (unsigned)LLVMGetArrayLength2(array);
#else
    return LLVMGetArrayLength(array);
#endif
}

/** Entry of a table, which is a struct of arrays.
 *  @param last receives whether it ends its array */
static LLVMValueRef entry_at(LLVMValueRef vtable, unsigned entry, bool *last)
{
    LLVMValueRef tables = LLVMGetInitializer(vtable);
    int count = tables ? LLVMGetNumOperands(tables) : 0;
    for (int i = 0; i < count; i++) {
        LLVMValueRef table = LLVMGetOperand(tables, (unsigned)i);
        LLVMTypeRef type = LLVMTypeOf(table);
        if (LLVMGetTypeKind(type) != LLVMArrayTypeKind) {
            break;
        }
        unsigned length = length_of(type);
        if (entry < length) {
            *last = entry + 1 == length;
            return (int)entry < LLVMGetNumOperands(table) ? LLVMGetOperand(table, entry) : NULL;
        }
        entry -= length;
    }
    *last = true;
    return NULL;
}

static LLVMValueRef function_at(LLVMValueRef vtable, unsigned entry, bool *last)
{
    LLVMValueRef value = entry_at(vtable, entry, last);
    return value && ir_is_function(value) ? value : NULL;
}

unsigned ir_count_entries(LLVMValueRef vtable)
{
    LLVMValueRef tables = LLVMGetInitializer(vtable);
    int count = LLVMGetNumOperands(tables);
    unsigned entries = 0;
    for (int i = 0; i < count; i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(tables, (unsigned)i));
        bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
        entries += array ? length_of(type) : 0;
    }
    return entries;
}

LLVMValueRef ir_entry(LLVMValueRef vtable, unsigned entry)
{
    bool last;
    return entry_at(vtable, entry, &last);
}

bool ir_is_vtable(LLVMValueRef global)
{
    const char *name = ir_name(global);
    return (strncmp(name, UNIT_VTABLE_PREFIX, PREFIX) == 0 ||
            strncmp(name, CONSTRUCTION, PREFIX) == 0) &&
           LLVMGetInitializer(global);
}

/* Types */

/** @return a class's name; NULL for types of pointers to members, and types without a name. */
static char *type_name(LLVMValueRef type)
{
    char *name = ir_type_name(type);
    if (name && (strncmp(name, UNIT_TYPE_NAME_PREFIX, PREFIX) != 0 || !name[PREFIX] ||
                 g_str_has_suffix(name, UNIT_MEMBER_TYPE_SUFFIX))) {
        g_clear_pointer(&name, g_free);
    }
    return name;
}

LLVMValueRef ir_point(struct ir *ir, LLVMMetadataRef node, uint64_t *entry)
{
    LLVMValueRef operands[2];
    LLVMValueRef value = LLVMMetadataAsValue(ir->context, node);
    if (LLVMGetMDNodeNumOperands(value) != 2) {
        return NULL;
    }
    LLVMGetMDNodeOperands(value, operands);
    if (!operands[0] || !operands[1] || !LLVMIsAConstantInt(operands[0])) {
        return NULL;
    }
    *entry = LLVMConstIntGetZExtValue(operands[0]) / ir->pointer_size;
    return operands[1];
}

static void add_point(struct ir *ir, GArray *points, LLVMMetadataRef node)
{
    uint64_t entry;
    LLVMValueRef type = ir_point(ir, node, &entry);
    if (!type) {
        return;
    }
    char *name = type_name(type);
    struct point point = {
        .entry = (unsigned)entry,
        .type = LLVMValueAsMetadata(type),
        .name = name ? unit_string(ir->unit, name) : NULL,
        .is_text = LLVMIsAMDString(type) != NULL,
    };
    g_free(name);
    g_array_append_val(points, point);
}

/** The number of a table's entries that pointers to members can point to: functions other than
 *  destructors. */
static guint count_members(LLVMValueRef vtable)
{
    bool last;
    guint count = 0;
    unsigned entries = ir_count_entries(vtable);
    for (unsigned i = 0; i < entries; i++) {
        LLVMValueRef function = function_at(vtable, i, &last);
        count += function && !mangled_is_destructor(ir_name(function));
    }
    return count;
}

static bool has_nameless(const GArray *points)
{
    for (guint i = 0; i < points->len; i++) {
        const struct point *point = &g_array_index(points, struct point, i);
        if (!point->name && !point->is_text) {
            return true;
        }
    }
    return false;
}

/** Keep only the classes. Each class is followed by types of pointers to its members, one for each
 *  function in the table; if the class has no name, neither have they. */
static void leave_classes(GArray *points, LLVMValueRef vtable)
{
    struct point *all = (struct point *)points->data;
    guint group = has_nameless(points) ? count_members(vtable) + 1 : 1;
    bool regular = points->len % group == 0;
    guint kept = 0;
    for (guint i = 0; i < points->len; i++) {
        if (all[i].name || (!all[i].is_text && regular && i % group == 0)) {
            all[kept++] = all[i];
        }
    }
    g_array_set_size(points, kept);
}

/** @return array of struct point; release with g_array_free. */
static GArray *points_of(struct ir *ir, LLVMValueRef vtable)
{
    GArray *points = g_array_new(FALSE, FALSE, sizeof(struct point));
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(vtable, &count);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, i) == ir->type_kind) {
            add_point(ir, points, LLVMValueMetadataEntriesGetMetadata(entries, i));
        }
    }
    LLVMDisposeValueMetadataEntries(entries);
    leave_classes(points, vtable);
    return points;
}

bool ir_has_type_metadata(const struct ir *ir, LLVMValueRef vtable)
{
    size_t count;
    bool found = false;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(vtable, &count);
    for (unsigned i = 0; i < count && !found; i++) {
        found = LLVMValueMetadataEntriesGetKind(entries, i) == ir->type_kind;
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

static bool is_vtable(LLVMValueRef global)
{
    return strncmp(ir_name(global), UNIT_VTABLE_PREFIX, PREFIX) == 0 && LLVMGetInitializer(global);
}

static bool is_own(LLVMValueRef vtable, const struct point *point)
{
    return point->name && strcmp(ir_name(vtable) + PREFIX, point->name + PREFIX) == 0;
}

/** A type without a name (in an anonymous namespace) belongs to the table with the fewest types:
 *  those of derived classes have more. */
struct local {
    LLVMValueRef vtable;
    unsigned entry;
    guint types;
};

static void note_local(GHashTable *locals, LLVMValueRef vtable, const struct point *point,
                       guint types)
{
    struct local *best = g_hash_table_lookup(locals, point->type);
    if (best && best->types <= types) {
        return;
    }
    struct local *local = g_new(struct local, 1);
    *local = (struct local){vtable, point->entry, types};
    g_hash_table_insert(locals, point->type, local);
}

static void add_class(struct ir *ir, const char *name, LLVMValueRef vtable, unsigned entry)
{
    struct ir_class *class = g_hash_table_lookup(ir->classes, name);
    if (class && class->slot <= entry) {
        return;
    }
    class = g_new(struct ir_class, 1);
    *class = (struct ir_class){vtable, entry};
    g_hash_table_insert(ir->classes, (char *)name, class);
}

static void name_locals(struct ir *ir, GHashTable *locals)
{
    GHashTableIter iter;
    void *type;
    void *value;
    g_hash_table_iter_init(&iter, locals);
    while (g_hash_table_iter_next(&iter, &type, &value)) {
        const struct local *local = value;
        char *name = g_strconcat(UNIT_TYPE_NAME_PREFIX, ir_name(local->vtable) + PREFIX, NULL);
        const char *kept = ir_local_name(ir, name);
        g_free(name);
        g_hash_table_insert(ir->locals, type, (char *)kept);
        add_class(ir, kept, local->vtable, local->entry);
    }
}

void ir_read_vtables(struct ir *ir)
{
    GHashTable *locals = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        if (!is_vtable(global)) {
            continue;
        }
        GArray *points = points_of(ir, global);
        for (guint i = 0; i < points->len; i++) {
            const struct point *point = &g_array_index(points, struct point, i);
            if (!point->name) {
                note_local(locals, global, point, points->len);
            } else if (is_own(global, point)) {
                add_class(ir, point->name, global, point->entry);
            }
        }
        g_array_free(points, TRUE);
    }
    name_locals(ir, locals);
    g_hash_table_destroy(locals);
}

LLVMValueRef ir_slot(struct ir *ir, const char *receiver, unsigned slot)
{
    bool last;
    const struct ir_class *class = receiver ? g_hash_table_lookup(ir->classes, receiver) : NULL;
    return class ? function_at(class->vtable, class->slot + slot, &last) : NULL;
}

/* Overrides */

static void mark_virtual(struct ir *ir, LLVMValueRef vtable)
{
    bool last;
    unsigned entries = ir_count_entries(vtable);
    for (unsigned i = 0; i < entries; i++) {
        LLVMValueRef function = function_at(vtable, i, &last);
        unit_id id = function ? ir_function_id(ir, function) : UNIT_NONE;
        if (id != UNIT_NONE) {
            unit_function_at(ir->unit, id)->is_virtual = true;
        }
    }
}

static unit_id method_at(struct ir *ir, LLVMValueRef vtable, unsigned entry, bool *last)
{
    LLVMValueRef function = function_at(vtable, entry, last);
    return function ? ir_function_id(ir, function) : UNIT_NONE;
}

/** Compare the part of a class's table that serves as a base's table with the base's own table. */
static void override_base_table(struct ir *ir, LLVMValueRef vtable, unsigned entry,
                                const struct ir_class *base)
{
    bool last = false;
    for (unsigned i = 0; !last; i++) {
        bool ignored;
        unit_id to = method_at(ir, base->vtable, base->slot + i, &last);
        unit_id from = method_at(ir, vtable, entry + i, &ignored);
        if (from != UNIT_NONE && to != UNIT_NONE && from != to) {
            unit_add_override(ir->unit, from, to);
        }
    }
}

/** The base's table is elsewhere: only its declaration shows the functions in it. */
static void inherit(struct ir *ir, LLVMValueRef vtable, unsigned entry, const char *base)
{
    bool last = false;
    for (unsigned i = entry; !last; i++) {
        unit_id method = method_at(ir, vtable, i, &last);
        if (method != UNIT_NONE) {
            unit_add_inherited(ir->unit, method, base);
        }
    }
}

static void look_at_point(struct ir *ir, LLVMValueRef vtable, const struct point *point)
{
    const char *name = point->name ? point->name : g_hash_table_lookup(ir->locals, point->type);
    const struct ir_class *base = name ? g_hash_table_lookup(ir->classes, name) : NULL;
    if (base && base->vtable != vtable) {
        override_base_table(ir, vtable, point->entry, base);
    } else if (name && !base) {
        inherit(ir, vtable, point->entry, name);
    }
}

void ir_read_overrides(struct ir *ir)
{
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        if (!is_vtable(global)) {
            continue;
        }
        mark_virtual(ir, global);
        GArray *points = points_of(ir, global);
        for (guint i = 0; i < points->len; i++) {
            look_at_point(ir, global, &g_array_index(points, struct point, i));
        }
        g_array_free(points, TRUE);
    }
}

/** Drop `Do` before function types.
 *  @param text a mangled name */
static void drop_noexcept(GString *text)
{
    static const char mark[] = "DoF";
    for (gsize i = 0; i < text->len;) {
        char before = i ? text->str[i - 1] : '\0';
        char *end = text->str + i;
        bool name = g_ascii_isdigit(text->str[i]) && !strchr("_STA", before);
        guint64 length = name ? g_ascii_strtoull(text->str + i, &end, 10) : 0;
        if (name && length <= text->len - i) {
            i = (gsize)(end - text->str) + length;
        } else if (strncmp(text->str + i, mark, strlen(mark)) == 0) {
            g_string_erase(text, (gssize)i, 2);
        } else {
            i++;
        }
    }
}

char *ir_type_name(LLVMValueRef type)
{
    unsigned length;
    const char *text = LLVMIsAMDString(type) ? LLVMGetMDString(type, &length) : NULL;
    if (!text || !g_utf8_validate(text, length, NULL)) {
        return NULL;
    }
    GString *name = g_string_new_len(text, length);
    if (g_str_has_suffix(name->str, UNIT_MEMBER_TYPE_SUFFIX)) {
        drop_noexcept(name);
    }
    return g_string_free(name, FALSE);
}

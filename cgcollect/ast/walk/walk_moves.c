/*
 * Notes, for the pointer facts of C++, what may lead from one field of a record to others: sums of
 * pointers, pointers to members, and casts. The compiler's IR shows sums, but neither the types of
 * pointers nor casts.
 */
#include "ast/walk/cursor_walk.h"

static bool is_byte(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Dependent || type.kind == CXType_Unexposed ||
           type.kind == CXType_Void || clang_Type_getSizeOf(type) == 1;
}

/** Whether a type is a cell of memory that may hold a pointer: a pointer, or an integer that may be
 * as wide. */
static bool is_cell(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Pointer || type.kind == CXType_Long || type.kind == CXType_ULong ||
           type.kind == CXType_LongLong || type.kind == CXType_ULongLong ||
           type.kind == CXType_UInt || type.kind == CXType_Int;
}

/** What an operation on pointers counts. */
static bool counts(CXCursor operation, bool (*is)(CXType))
{
    CXType type = clang_getCanonicalType(clang_getCursorType(operation));
    bool element = operation.kind == CXCursor_ArraySubscriptExpr && is(type);
    return element || (type.kind == CXType_Pointer && is(clang_getPointeeType(type)));
}

static bool is_dependent(CXCursor operation)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(operation));
    return type.kind == CXType_Dependent || type.kind == CXType_Unexposed;
}

static bool is_in_macro(CXSourceLocation location)
{
    CXFile file, expanded_file;
    unsigned offset, expanded;
    clang_getSpellingLocation(location, &file, NULL, NULL, &offset);
    clang_getExpansionLocation(location, &expanded_file, NULL, NULL, &expanded);
    return offset != expanded || !file || !expanded_file ||
           !clang_File_isEqual(file, expanded_file);
}

/** Note an operation. The compiler places all of a macro where the macro is used. */
static void note_extent(struct walk *walk, CXCursor operation, enum unit_sum sum, bool columns)
{
    CXSourceRange extent = clang_getCursorExtent(operation);
    CXSourceLocation start = clang_getRangeStart(extent), stop = clang_getRangeEnd(extent);
    struct unit_place begin = ast_place(walk->ast, start), end = ast_place(walk->ast, stop);
    if (!columns || is_in_macro(start) || is_in_macro(stop)) {
        begin.column = end.column = 0;
    }
    unit_add_sum_lines(walk->ast->unit, begin, end, sum);
}

static void note_lines(struct walk *walk, CXCursor operation, enum unit_sum sum)
{
    note_extent(walk, operation, sum, false);
}

/** The type of what a cast converts, as the source has it; canonical. */
static CXType operand_type(struct walk *walk, CXCursor cast)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, cast);
    CXType type = {0};
    if (parts.count > 0) {
        type = clang_getCanonicalType(clang_getCursorType(parts.items[parts.count - 1]));
    }
    cursors_clear(&parts);
    return type;
}

/** What the pointer that a cast converts points at. */
static CXType converted(struct walk *walk, CXCursor cast)
{
    return clang_getCanonicalType(clang_getPointeeType(operand_type(walk, cast)));
}

/** What an expression is below parentheses and implicit casts; of a variable that is named, what it
 * begins as. The null cursor: it has no single part. */
static CXCursor part_of(struct walk *walk, CXCursor expression)
{
    if (expression.kind == CXCursor_DeclRefExpr) {
        CXCursor variable = clang_getCursorReferenced(expression);
        return variable.kind == CXCursor_VarDecl ? clang_Cursor_getVarDeclInitializer(variable)
                                                 : clang_getNullCursor();
    }
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, expression);
    CXCursor part = parts.count == 1 ? parts.items[0] : clang_getNullCursor();
    cursors_clear(&parts);
    return part;
}

bool walk_is_cast(CXCursor expression)
{
    return expression.kind == CXCursor_CStyleCastExpr ||
           expression.kind == CXCursor_CXXReinterpretCastExpr ||
           expression.kind == CXCursor_CXXStaticCastExpr ||
           expression.kind == CXCursor_CXXFunctionalCastExpr;
}

/** Variables that begin as others, and wrappers of expressions, are followed no further than this.
 */
#define LIMIT_PARTS 16u

/** The cast that an expression, or the variable that it names, begins with; else what is there. */
static CXCursor origin(struct walk *walk, CXCursor expression)
{
    for (unsigned i = 0; i < LIMIT_PARTS; i++) {
        bool goes_on = expression.kind == CXCursor_UnexposedExpr ||
                       expression.kind == CXCursor_ParenExpr ||
                       expression.kind == CXCursor_DeclRefExpr;
        if (!goes_on) {
            break;
        }
        expression = part_of(walk, expression);
    }
    return expression;
}

/** Whether a pointer was one to a record, or to anything: reflection, and the like. */
static bool was_other(struct walk *walk, CXCursor pointer)
{
    CXCursor cast = origin(walk, pointer);
    if (!walk_is_cast(cast) ||
        clang_getCanonicalType(clang_getCursorType(cast)).kind != CXType_Pointer) {
        return false;
    }
    enum CXTypeKind from = converted(walk, cast).kind; /* none of an integer */
    return from == CXType_Record || from == CXType_Void || from == CXType_Dependent ||
           from == CXType_Unexposed || from == CXType_Invalid;
}

static bool counts_from_other(struct walk *walk, CXCursor operation)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, operation);
    bool other = false;
    for (unsigned i = 0; i < parts.count && !other; i++) {
        other = was_other(walk, parts.items[i]);
    }
    cursors_clear(&parts);
    return other;
}

/** Record a sum that may lead into another field. Those in system headers are assumed to stay
 * within bytes, or an array. */
static void note_sum(struct walk *walk, CXCursor operation)
{
    if (ast_in_system(walk->ast, clang_getCursorLocation(operation))) {
        return;
    }
    bool bytes = counts(operation, is_byte) || is_dependent(operation);
    bool cells = counts(operation, is_cell) || is_dependent(operation);
    if (bytes) {
        note_extent(walk, operation, UNIT_SUM_OF_BYTES, true);
    }
    if (cells) {
        note_extent(walk, operation, UNIT_SUM_OF_CELLS, true);
    }
    if ((bytes || cells) && counts_from_other(walk, operation)) {
        note_extent(walk, operation, UNIT_SUM_OF_OTHER, true);
    }
}

/** Record a cast of a pointer or reference to a class, or of a pointer to such pointers, to one to
 *  another class. */
static void note_recast(struct walk *walk, CXCursor cast, CXType to)
{
    CXType from = operand_type(walk, cast);
    while (to.kind == CXType_Pointer && from.kind == CXType_Pointer) {
        to = clang_getCanonicalType(clang_getPointeeType(to));
        from = clang_getCanonicalType(clang_getPointeeType(from));
    }
    if (to.kind == CXType_Record && from.kind == CXType_Record) {
        ast_note_recast(walk->ast, from, to);
    }
}

/** Whether a type is a number that a piece of a pointer may be copied as, other than a byte. */
static bool is_half_word(CXType type)
{
    enum CXTypeKind kind = type.kind;
    return kind == CXType_UShort || kind == CXType_Short || kind == CXType_UInt ||
           kind == CXType_Int || kind == CXType_Char16 || kind == CXType_Char32 ||
           kind == CXType_WChar || kind == CXType_Enum;
}

/** What a pointer, an array or an object is, or leads to; canonical. */
static CXType led_to(CXType type)
{
    CXType to = clang_getPointeeType(type);
    return to.kind == CXType_Invalid ? ast_element_type(type) : clang_getCanonicalType(to);
}

/** Record that memory is used as numbers of two or four bytes, or such numbers as other memory. A
 *  number that becomes a pointer leads nowhere. */
static void note_halves(struct walk *walk, CXType from, CXType to)
{
    bool leads =
        led_to(from).kind != from.kind || from.kind == CXType_Pointer || to.kind != CXType_Pointer;
    bool is = leads && is_half_word(led_to(from)), becomes = is_half_word(led_to(to));
    if (is != becomes) {
        walk->ast->unit->reads_halves = true;
    }
}

void walk_conversion(struct walk *walk, CXCursor conversion)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(conversion));
    bool anything = type.kind == CXType_Pointer &&
                    clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_Void;
    if (anything && !ast_in_system(walk->ast, clang_getCursorLocation(conversion))) {
        CXType from = operand_type(walk, conversion);
        note_halves(walk, from, type);
        ast_note_function_memory(walk->ast, from);
    }
}

/** Note a cast of a pointer or a number to another, or of an object that is used as another. One
 *  that constructs an object converts nothing. */
static void note_function_cast(struct walk *walk, CXCursor cast, CXType to)
{
    CXType from = operand_type(walk, cast);
    bool constructs = to.kind == CXType_Record && cast.kind != CXCursor_CXXReinterpretCastExpr;
    if (!constructs && from.kind != CXType_Invalid) {
        ast_note_function_cast(walk->ast, from, to);
        walk_member_cast(walk, cast, from, to);
    }
}

/** Record a cast outside of system headers after which sums may lead into another field: of a
 * pointer to bytes to another pointer, or of one to a class to one to another. Casts within a class
 * hierarchy do not; nor do those that construct an object. */
static void note_cast(struct walk *walk, CXCursor cast)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cast));
    CXType to = clang_getCanonicalType(clang_getPointeeType(type));
    bool reinterprets = cast.kind == CXCursor_CXXReinterpretCastExpr;
    bool within = cast.kind == CXCursor_CXXStaticCastExpr && to.kind == CXType_Record;
    if (ast_in_system(walk->ast, clang_getCursorLocation(cast))) {
        return;
    }
    note_function_cast(walk, cast, type);
    if (within) {
        return;
    }
    if (type.kind == CXType_Pointer || reinterprets) {
        note_recast(walk, cast, type);
        note_halves(walk, operand_type(walk, cast), type);
    }
    bool *reads = &walk->ast->unit->reads_bytes;
    *reads = *reads || (type.kind == CXType_Pointer && clang_Type_getSizeOf(to) != 1);
}

void walk_byte_copy(struct walk *walk, CXCursor call)
{
    if (walk->ast->cplusplus) {
        note_lines(walk, call, UNIT_COPY_OF_BYTES);
    }
}

void walk_moves(struct walk *walk, CXCursor operation)
{
    enum CXBinaryOperatorKind kind = CXBinaryOperator_Invalid;
    bool adds = true;
    if (!walk->ast->cplusplus) {
        return; /* pointer facts of C come from the source */
    }
    switch (operation.kind) {
    case CXCursor_BinaryOperator:
        kind = clang_getCursorBinaryOperatorKind(operation);
        adds = kind == CXBinaryOperator_Add || kind == CXBinaryOperator_Sub;
        if (kind == CXBinaryOperator_PtrMemD || kind == CXBinaryOperator_PtrMemI) {
            note_lines(walk, operation, UNIT_SUM_OF_MEMBER);
        }
        /* fall through */
    case CXCursor_CompoundAssignOperator:
    case CXCursor_ArraySubscriptExpr:
        if (adds) {
            note_sum(walk, operation);
        }
        break;
    case CXCursor_UnaryOperator: /* no sum: &x, *p */
        if (ast_operation(walk->ast, operation) == AST_OPERATION_ARITHMETIC) {
            note_sum(walk, operation);
        }
        break;
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
        note_cast(walk, operation);
        break;
    default:
        break;
    }
}

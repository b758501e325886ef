/*
 * Finds constructors and destructors that do nothing. libclang's C API does not show that, so this
 * applies the rules of the language: defaulted, nothing virtual, and the same for all bases and
 * members.
 */
#include "ast/declarations/declarations.h"

#include "source/cursors.h"

/** Depth of the search: types may be recursive in odd ways. */
#define DEEPEST 16

/** What a special member function does to an object. */
enum deed {
    DEED_OTHER, /**< an action that only a written function has */
    DEED_MAKE,
    DEED_COPY, /**< or move, which falls back on copying */
    DEED_DESTROY,
};

static enum deed deed_of(CXCursor function)
{
    if (function.kind == CXCursor_Destructor) {
        return DEED_DESTROY;
    }
    if (function.kind == CXCursor_Constructor) {
        return clang_CXXConstructor_isDefaultConstructor(function) ? DEED_MAKE
               : clang_CXXConstructor_isCopyConstructor(function) ||
                       clang_CXXConstructor_isMoveConstructor(function)
                   ? DEED_COPY
                   : DEED_OTHER;
    }
    return DEED_OTHER;
}

/** A search of a class. */
struct search {
    enum deed deed;
    unsigned depth;   /**< depth left */
    bool of_template; /**< the members are a template's: the types of its bases are unknown */
    bool trivial;
};

static bool does_nothing(CXType type, enum deed deed, unsigned depth);

/** Making and copying an object place its virtual bases; destroying it does nothing of the kind. */
static bool is_base_trivial(const struct search *s, CXCursor base)
{
    return !s->of_template && (s->deed == DEED_DESTROY || !clang_isVirtualBase(base)) &&
           does_nothing(clang_getCursorType(base), s->deed, s->depth);
}

static enum CXChildVisitResult look_at_member(CXCursor member, CXCursor parent, CXClientData data)
{
    struct search *s = data;
    (void)parent;
    switch (member.kind) {
    case CXCursor_Constructor:
    case CXCursor_Destructor:
        s->trivial = (deed_of(member) != s->deed || clang_CXXMethod_isDefaulted(member)) &&
                     (s->deed != DEED_DESTROY || !clang_CXXMethod_isVirtual(member));
        break;
    case CXCursor_CXXMethod:
        s->trivial = s->deed == DEED_DESTROY || !clang_CXXMethod_isVirtual(member);
        break;
    case CXCursor_CXXBaseSpecifier:
        s->trivial = is_base_trivial(s, member);
        break;
    case CXCursor_FieldDecl:
        s->trivial = s->deed != DEED_MAKE || !ast_has_default(member);
        break;
    default:
        break;
    }
    return s->trivial ? CXChildVisit_Continue : CXChildVisit_Break;
}

static enum CXVisitorResult look_at_field(CXCursor field, CXClientData data)
{
    struct search *s = data;
    s->trivial = does_nothing(clang_getCursorType(field), s->deed, s->depth);
    return s->trivial ? CXVisit_Continue : CXVisit_Break;
}

/** Whether making, copying or destroying an object of a type runs any code. */
static bool does_nothing(CXType type, enum deed deed, unsigned depth)
{
    CXType canonical = ast_element_type(type);
    if (canonical.kind != CXType_Record || clang_isPODType(canonical)) {
        return true;
    }
    CXCursor definition = clang_getCursorDefinition(clang_getTypeDeclaration(canonical));
    if (depth == 0 || cursor_is_null(definition)) {
        return false;
    }
    CXCursor pattern = clang_getSpecializedCursorTemplate(definition);
    bool of_template = !cursor_is_null(pattern);
    CXCursor written = of_template ? clang_getCursorDefinition(pattern) : definition;
    struct search s = {deed, depth - 1, of_template, !cursor_is_null(written)};
    if (s.trivial) {
        clang_visitChildren(written, look_at_member, &s);
    }
    if (s.trivial) {
        clang_Type_visitFields(canonical, look_at_field, &s);
    }
    return s.trivial;
}

bool ast_is_trivial(CXCursor function)
{
    CXCursor first = clang_getCanonicalCursor(function);
    enum deed deed = deed_of(first);
    CXCursor class = clang_getCursorSemanticParent(first);
    return deed != DEED_OTHER && clang_CXXMethod_isDefaulted(first) &&
           does_nothing(clang_getCursorType(class), deed, DEEPEST);
}

static enum CXChildVisitResult find_destructor(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind == CXCursor_Destructor) {
        *(CXCursor *)data = child;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

CXCursor ast_written_destructor(CXType type)
{
    CXCursor found = clang_getNullCursor();
    CXType canonical = ast_element_type(type);
    if (canonical.kind == CXType_Record) {
        CXCursor class = clang_getTypeDeclaration(canonical);
        clang_visitChildren(clang_getCursorDefinition(class), find_destructor, &found);
    }
    return found;
}

/*
 * What the files of ast/uses/ share. Dependencies go one way: mention_walk.c -> macros.c, access.c
 * -> entities.c -> prototypes.c.
 */
#ifndef CGCOLLECT_AST_USES_USES_PARTS_H
#define CGCOLLECT_AST_USES_USES_PARTS_H

#include "ast/uses/mention_walk.h"
#include "unit/unit_uses.h"

/** A declaration, statement or expression around the cursor being visited. */
struct around {
    CXCursor cursor;
    unsigned seen; /**< number of its children visited so far, the current one included */
};

/** The state of finding uses. */
struct finding {
    struct ast *ast;
    struct uses *uses;
    GHashTable *known;          /**< entity_id + 2 by declaration, 1 for what is no entity */
    struct around *around;      /**< the parts around the current cursor, outermost first, */
    guint depth;                /**< their number, */
    guint capacity;             /**< and the capacity */
    GArray *macros;             /**< of CXCursor: the definitions of macros that are used */
    CXFile file;                /**< the last file asked for, */
    bool system;                /**< and whether it is a system header */
    entity_id enumerator;       /**< the last one visited, */
    CXCursor around_enumerator; /**< and its type */
};

/* prototypes.c */

/** @return ENTITY_PROTOTYPE or ENTITY_OWN_PROTOTYPE for functions and function templates, 0 for
 *  anything else. */
int prototype_kind(CXCursor declaration);

/** @return whether a definition of a function is that of a template, declared before. */
bool prototype_of_template(CXCursor definition);

/** @return the linkage name of a function with PROTOTYPE_END, NULL if it is a template's; a string
 *  of the unit. */
const char *prototype_name(struct finding *finding, CXCursor function);

/* entities.c */

/** @return the entity that a declaration or a definition of a macro declares; ENTITY_NONE for
 *  anything else, such as local variables. Its place is recorded. */
entity_id entity_of(struct finding *finding, CXCursor declaration);

/** Record one more declaration of an entity. */
void entity_declared(struct finding *finding, CXCursor declaration);

/** Record a `using` declaration of a target. That of another file's types is not recorded. */
void entity_renamed(struct finding *finding, CXCursor declaration, CXCursor target);

/** @return the entity of the class around a field, the innermost one with a name. */
entity_id entity_of_record(struct finding *finding, CXCursor field);

/** @return the entity that mentions what is used in a declaration. */
entity_id entity_owning(struct finding *finding, CXCursor declaration);

/** Record that an entity is mentioned at a location. Ignores ENTITY_NONE. */
void entity_mention(struct finding *finding, entity_id entity, CXSourceLocation at, unsigned ways);

/** The same, at a place that is known. */
void entity_mention_at(struct finding *finding, entity_id entity, struct unit_place place,
                       unsigned ways);

/* access.c */

/** @return the innermost part around the current cursor, or the `up`-th around it; NULL if there
 *  is none. */
static inline const struct around *around_at(const struct finding *finding, unsigned up)
{
    return up < finding->depth ? &finding->around[finding->depth - 1 - up] : NULL;
}

/** @return how the current cursor, a reference to a variable or field, is used: USE_READ and so
 *  on. */
unsigned access_of_variable(const struct finding *finding, CXCursor reference);

/** @return how a type is used whose name is the current cursor: USE_DECLARE and so on. */
unsigned access_of_type(const struct finding *finding);

/** @return whether a declaration or expression of a type has a value of it, not only its
 *  address. */
bool access_holds(CXType type);

/* macros.c */

/** Record the use of a macro at a place. */
void macro_expanded(struct finding *finding, CXCursor expansion, struct unit_place place);

/** Record which macros the definitions of used macros mention, and those which these mention. */
void macros_follow(struct finding *finding, CXTranslationUnit tu);

#endif

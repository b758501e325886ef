/*
 * Which macros, types, enumerators, fields, variables and prototypes the source mentions, and where
 * they are defined. ast/uses/ fills it; metadata/functions/uses.c finds the function or definition
 * around each mention and writes both.
 */
#ifndef CGCOLLECT_UNIT_UNIT_USES_H
#define CGCOLLECT_UNIT_UNIT_USES_H

#include "unit/unit.h"

/** What an entity is, as docs/metadata.md has it in files. */
enum entity_kind {
    ENTITY_MACRO = 'm',
    ENTITY_RECORD = 's', /**< struct, union or class */
    ENTITY_ENUM = 'e',
    ENTITY_ENUMERATOR = 'c',
    ENTITY_TYPE_NAME = 't', /**< typedef or alias */
    ENTITY_FIELD = 'f',
    ENTITY_VARIABLE = 'v',      /**< of one file */
    ENTITY_SHARED = 'g',        /**< a variable of the whole program */
    ENTITY_PROTOTYPE = 'p',     /**< a declaration of a function of the whole program, */
    ENTITY_OWN_PROTOTYPE = 'q', /**< of one file, or of a template */
    ENTITY_NAMESPACE = 'n',     /**< namespace, alias of one, `extern "C"` */
};

/** How an entity is used: a set of bits, in the order of their letters in files. */
enum use_way {
    USE_READ = 1u << 0,    /**< r */
    USE_WRITE = 1u << 1,   /**< w */
    USE_ADDRESS = 1u << 2, /**< a: its address is taken */
    USE_EXPAND = 1u << 3,  /**< x: a macro is expanded, or asked whether it is defined */
    USE_DECLARE = 1u << 4, /**< d: something is declared with a type */
    USE_HOLD = 1u << 5,    /**< h: a value of the type is held, not only a pointer to it */
    USE_CAST = 1u << 6,    /**< c */
    USE_SIZE = 1u << 7,    /**< s: sizeof and the like */
    USE_CALL = 1u << 8,    /**< k: a virtual method is called; other calls are in the graph */
    USE_DEFINE = 1u << 9,  /**< b: a template's function is defined that was declared before */
};

/** The end of the names of functions. */
#define PROTOTYPE_END "()"

/** The letters of a set of bits, in their order. */
#define USE_LETTERS "rwaxdhcskb"

/** Number of an entity, dense from 0. */
typedef uint32_t entity_id;

#define ENTITY_NONE UINT32_MAX

/** Something that is used; two with one name in one file are the same. */
struct entity {
    const char *file; /**< that has it; "" for what all files of a program share */
    const char *name; /**< qualified: "struct list", "list.head", "#LIMIT"; of functions the
                           linkage name and "()" */
    entity_id within; /**< of a field its class, of an enumerator its type; else ENTITY_NONE */
};

/** Where an entity is defined or declared. */
struct entity_place {
    entity_id entity;
    enum entity_kind kind;
    const char *file;
    uint64_t first; /**< UNIT_POSITION of its first */
    uint64_t last;  /**< and behind its last character */
    /** Who mentions what is used in it: the entity, of a shared variable or function that of this
     *  file; ENTITY_NONE: nobody. */
    entity_id owner;
};

/** A mention of an entity. */
struct entity_use {
    const char *file;
    uint64_t position; /**< UNIT_POSITION */
    entity_id entity;
    unsigned ways; /**< set of enum use_way */
};

/** An entity's definition mentions another, where no place tells. */
struct entity_need {
    entity_id owner;
    entity_id entity;
    uint32_t line;
    unsigned ways;
};

/** All of a unit. */
struct uses {
    GArray *entities; /**< of struct entity */
    GArray *places;   /**< of struct entity_place */
    GArray *mentions; /**< of struct entity_use */
    GArray *needs;    /**< of struct entity_need */
    GHashTable *by_name;
};

/** Release with uses_free. */
struct uses *uses_new(void);

/** NULL is allowed. */
void uses_free(struct uses *uses);

/** @return the entity of a file and a name, added if it is new. @param file, name strings of the
 *  unit */
entity_id uses_entity(struct uses *uses, const char *file, const char *name);

#endif

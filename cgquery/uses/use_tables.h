/*
 * Which macros, types, enumerators, fields, variables and declarations of functions a graph's
 * functions use, from CG_KEY_USES: both directions, and what definitions mention. docs/metadata.md
 * has the form.
 */
#ifndef CGQUERY_USES_USE_TABLES_H
#define CGQUERY_USES_USE_TABLES_H

#include "core/cgquery.h"

#define ENTITY_NONE UINT32_MAX

/** How a line uses something: a set of bits, in the order of their letters. */
enum use_way {
    USE_READ = 1u << 0,
    USE_WRITE = 1u << 1,
    USE_ADDRESS = 1u << 2,
    USE_EXPAND = 1u << 3,
    USE_DECLARE = 1u << 4,
    USE_HOLD = 1u << 5,
    USE_CAST = 1u << 6,
    USE_SIZE = 1u << 7,
    USE_CALL = 1u << 8,
    USE_DEFINE = 1u << 9,
    USE_OVERRIDE = 1u << 10, /**< no letter: the graph has overrides itself */
};

/** Where something is defined or declared. */
struct entity_place {
    uint32_t entity;
    const char *file;
    char kind; /**< the letter of docs/metadata.md */
    uint32_t first;
    uint32_t last;
    uint32_t furthest; /**< how far this one and those of the file before it reach */
};

/** A line that uses something. */
struct entity_use {
    uint32_t entity; /**< what is used */
    cg_node node;    /**< by this function, or */
    uint32_t owner;  /**< by the definition of this; ENTITY_NONE: by the function */
    const char *file;
    uint32_t line;
    unsigned ways; /**< set of enum use_way */
};

/** Something that can be used. */
struct used_entity {
    const char *file;  /**< that has it; "" for what all files share */
    const char *name;  /**< as in the graph: "#LIMIT", "struct list" */
    char kind;         /**< the letter of its first place; 0: unknown */
    const char *shown; /**< the name as people write it */
};

/** All of a graph. */
struct uses {
    GStringChunk *strings;  /**< all names */
    GArray *entities;       /**< of struct used_entity, by file and name */
    GArray *places;         /**< of struct entity_place, by file and line */
    GArray *uses;           /**< of struct entity_use, by entity, file, line and user */
    GHashTable *files;      /**< where the places of each file are */
    GHashTable *file_names; /**< GPtrArray of paths, by last component */
    guint *entity_starts;   /**< by entity: where its places begin in */
    guint *entity_places;   /**< numbers of places */
    size_t recorded;        /**< number of functions whose uses are known */
    size_t missing;         /**< number of functions with a body whose uses are not */
};

/** Read the uses of a graph. Release with uses_free. O(n log n). */
struct uses *uses_read(struct query *query);

/** NULL is allowed. */
void uses_free(struct uses *uses);

/** Whether the graph records any. */
bool uses_recorded(const struct uses *uses);

const struct used_entity *uses_entity(const struct uses *uses, uint32_t entity);

/** The first entity of a file whose name is not before another. O(log n). */
uint32_t uses_first_named(const struct uses *uses, const char *file, const char *name);

/** The name as people write it: without "#", of functions demangled. */
const char *entity_shown(const struct used_entity *entity);

/** "macro", "variable" and so on. */
const char *entity_kind_word(char kind);

/** The uses of something: the first, and their number. */
const struct entity_use *uses_of(const struct uses *uses, uint32_t entity, size_t *count);

/* uses_places.c */

/** Index the places, once they are sorted. Release with uses_forget_places. O(n). */
void uses_index_places(struct uses *uses);
void uses_forget_places(struct uses *uses);

const struct entity_place *uses_place(const struct uses *uses, guint number);

/** The numbers of the places of something. O(1). */
const guint *uses_places_of(const struct uses *uses, uint32_t entity, guint *count);

/** The places of a file that begin up to line `last` and may reach line `first`; namespaces by
 *  their first line alone. O(log n + their number). @return the number of the first */
guint uses_places_in(const struct uses *uses, const char *file, uint32_t first, uint32_t last,
                     guint *end);

/** The files whose last component is that of a path; NULL: none. @return of const char * */
const GPtrArray *uses_files_named(const struct uses *uses, const char *path);

/** The words of ways, for one line: "reads, writes". Release with g_free. */
char *use_words(unsigned ways);

/** Report what the graph does not record of uses, if anything. */
void uses_note_missing(const struct uses *uses);

#endif

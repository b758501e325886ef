/*
 * Names of the functions that run the initialisers of a file. Only the prefix and the priority are
 * common to g++ (gcc/cp/decl2.cc, start_objects) and clang (clang/lib/CodeGen/CGDeclCXX.cpp,
 * EmitCXXGlobalInitFunc).
 */
#include "match/match_internal.h"

#include <string.h>

#define PREFIX "_GLOBAL__sub_I"
#define WITH_PRIORITY "_GLOBAL__I_"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."

/** g++ writes priorities with five digits. */
enum { PRIORITY_DIGITS = 5 };

/* The priority in g++'s name `_GLOBAL__sub_I.00101_main`, NULL if it has none. Assemblers without
 * dots in names have `$` or `_`, which is not distinguished from a name here. */
static const char *find_priority(const char *name)
{
    const char *digits = name + strlen(PREFIX) + 1;
    bool joined = digits[-1] == '.' || digits[-1] == '$';
    return joined && strspn(digits, "0123456789") == PRIORITY_DIGITS &&
                   digits[PRIORITY_DIGITS] == '_'
               ? digits
               : NULL;
}

const char *match_initialisers(const char *name)
{
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || !name[strlen(PREFIX)]) {
        return NULL;
    }
    const char *priority = find_priority(name), *behind = name + strlen(PREFIX);
    behind = priority ? priority + PRIORITY_DIGITS : behind;
    return *behind == '_' ? behind + 1 : NULL;
}

/* clang keeps the characters of preprocessing numbers. */
static void put_file(struct cg_text *out, const char *file)
{
    const char *slash = strrchr(file, '/');
    cg_text_add(out, PREFIX "_");
    for (const char *c = slash ? slash + 1 : file; *c; c++) {
        cg_text_put(out, strchr(LETTERS, *c) ? c : "_", 1);
    }
}

bool match_is_initialisers(const char *name)
{
    return strncmp(name, PREFIX "_", strlen(PREFIX "_")) == 0 ||
           strncmp(name, WITH_PRIORITY, strlen(WITH_PRIORITY)) == 0;
}

bool match_put_initialisers(struct cg_text *out, const char *name, const char *file)
{
    const char *priority = name ? find_priority(name) : NULL;
    cg_text_clear(out);
    if (priority) {
        cg_text_add(out, WITH_PRIORITY "0");
        cg_text_put(out, priority, PRIORITY_DIGITS);
    } else {
        put_file(out, file);
    }
    cg_text_put(out, "", 1);
    return !out->failed;
}

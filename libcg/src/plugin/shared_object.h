/*
 * Shared objects, through the system's loader.
 */
#ifndef PLUGIN_OBJECT_H
#define PLUGIN_OBJECT_H

#include <libcg/common.h>

/** A loaded shared object: the result of dlopen. */
struct object;

/**
 * Load a shared object. Its functions are bound when they are called; its symbols are private.
 *
 * @param out  release it with object_close
 * @param path without a slash it is relative to the current directory
 * @return CG_OK, CG_E_IO or CG_E_MEMORY; `error->file` is the path
 */
int object_open(struct object **out, const char *path, struct cg_error *error);

/** @return the address of a symbol, or NULL. */
const void *object_symbol(struct object *object, const char *name);

/** @return whether two are the same object, loaded twice. */
bool object_same(const struct object *a, const struct object *b);

/** Unload, once it was closed as often as opened. NULL is allowed. */
void object_close(struct object *object);

#endif

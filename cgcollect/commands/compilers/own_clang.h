/*
 * The clang that collects: the driver that makes IR, and libclang's own headers.
 */
#ifndef CGCOLLECT_COMMANDS_COMPILERS_OWN_CLANG_H
#define CGCOLLECT_COMMANDS_COMPILERS_OWN_CLANG_H

/**
 * Find the clang driver that makes IR.
 *
 * @param wish    path or name; NULL chooses the best one
 * @param newest  major version of the newest bitcode that can be read
 * @param why     receives the reason if there is none; release with g_free
 * @return its path, release with g_free; NULL if there is none
 */
char *commands_clang(const char *wish, unsigned newest, char **why);

/** @return the directory of the compiler's own headers; release with g_free; NULL if none. */
char *commands_resource_dir(void);

#endif

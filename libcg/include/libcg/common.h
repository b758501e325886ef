/*
 * Shared by every libcg header: status codes, the error record, limits, version.
 *
 * docs/conventions.md documents the conventions that every function follows.
 */
#ifndef LIBCG_COMMON_H
#define LIBCG_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CG_API __attribute__((visibility("default")))

/** Release of the library, "major.minor.patch". */
#define CG_VERSION_STRING "0.1.0"

/** Outcome of every fallible call; CG_OK is 0, so `if (status)` means failure. */
enum cg_status {
    CG_OK = 0,
    CG_E_ARGUMENT, /**< the caller passed something no input can justify */
    CG_E_MEMORY,   /**< an allocation failed */
    CG_E_IO,       /**< reading or writing failed; the text carries the system's reason */
    CG_E_FORMAT,   /**< the input is not what it claims to be */
    CG_E_LIMIT,    /**< the input exceeds one of the CG_LIMIT_ bounds */
    CG_E_STATE,    /**< the object is not in the state the call needs (frozen or not) */
    CG_E_CONFLICT, /**< two values that must agree do not */
};

/** @return a short phrase for a status, such as "out of memory", static; "unknown status" for any
 *          other number. struct cg_error describes the particular failure. */
CG_API const char *cg_status_text(enum cg_status status);

/**
 * What went wrong and where. Filled on failure only; the caller owns it.
 *
 * line and column count from 1, columns in bytes; 0 means "no place known".
 * file is "" when no file is involved. Text that does not fit is cut.
 */
struct cg_error {
    enum cg_status status;
    unsigned long line;
    unsigned long column;
    char file[512];
    char text[512];
};

/**
 * Format an error as "file:line:column: text", leaving out unknown parts. An error without text,
 * such as a callback may leave, gets the text of its status.
 *
 * @param buffer receives the text, always terminated when size > 0
 * @param size   bytes in buffer
 * @param error  the error to show
 * @return the length of the whole text, as snprintf does
 */
CG_API int cg_error_format(char *buffer, size_t size, const struct cg_error *error);

/** Bounds that keep hostile input from exhausting memory or stack. */
#define CG_LIMIT_DEPTH 512u         /**< nesting of JSON values */
#define CG_LIMIT_NAME (1u << 20)    /**< bytes in a function name, path, id or key */
#define CG_LIMIT_VALUE (256u << 20) /**< bytes in one metadata value */
#define CG_LIMIT_NODES (1u << 30)   /**< nodes in a graph */
#define CG_LIMIT_EDGES (1u << 31)   /**< edges in a graph */

/** @return the release of the library that is linked, as CG_VERSION_STRING. */
CG_API const char *cg_version(void);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Which functions are recorded: files of the recording directory, made by the tool, read by the
 * runtime. For each executable and library that a process has, the runtime asks for a selection: it
 * leaves a file NAME.want with the path, and waits for NAME.sel. The names are made of the path,
 * so a file is asked for once for all processes.
 */
#ifndef CGRECORD_SELECTION_H
#define CGRECORD_SELECTION_H

#include <stdint.h>

#define CGR_SELECTION_MAGIC "CGRSELEC"
#define CGR_NAME_WANT ".want"
#define CGR_NAME_SELECTION ".sel"
#define CGR_NAME_CONTROL "control"

/* Environment variables, besides those of recording.h. */
/** An entry of the table of XRay's places: distances of a place and of its function from where they
 *  are written. */
struct cgr_sled {
    int64_t address;
    int64_t function;
    unsigned char kind, always, version;
    unsigned char padding[13];
};
#define CGR_SLED_VERSION 2 /* older ones have addresses */

/** "1": ask for selections. */
#define CGR_ENV_SELECT "CGRECORD_SELECT"
/** "1": some functions end what is recorded, or there is a control file; "below": besides, some
 *  functions begin it. */
#define CGR_ENV_SUBTREES "CGRECORD_SUBTREES"

/** Set: patch functions by XRay. */
#define CGR_ENV_XRAY "CGRECORD_XRAY"
/** Its value if the tool may write other selections, or change the control file: it sends `signal`
 * of the header then. */
#define CGR_XRAY_CHANGING "changing"

/** What holds for a function. */
enum cgr_choice {
    CGR_LEAVE_OUT = 1, /**< it is not recorded; what it calls is below its caller */
    CGR_BEGINS = 2,    /**< it is recorded with what it calls, and nothing else is */
    CGR_ENDS = 4,      /**< what it calls is not recorded */
};

/** Functions and tables of the XRay runtime, linked into the executable. */
enum cgr_xray {
    CGR_XRAY_INIT,
    CGR_XRAY_SET_HANDLER,
    CGR_XRAY_PATCH,
    CGR_XRAY_PATCH_FUNCTION,
    CGR_XRAY_UNPATCH_FUNCTION,
    CGR_XRAY_MAX_FUNCTION_ID,
    CGR_XRAY_FUNCTION_ADDRESS,
    CGR_XRAY_ENTRY,
    CGR_XRAY_EXIT,
    CGR_XRAY_TAIL_EXIT,
    CGR_XRAY_ARGUMENT_ENTRY,
    CGR_XRAY_MAP, /**< its table of places, if the runtime has to search it for each function */
    CGR_XRAY_MAP_END,
    CGR_XRAY_INDEX, /**< of the table by function: then it has not */
    CGR_XRAY_FUNCTIONS,
};

/** A selection; `count` choices follow, sorted by place. */
struct cgr_selection {
    char magic[8];
    uint32_t count;
    uint32_t others;                   /**< enum cgr_choice of functions that are not listed */
    uint64_t xray[CGR_XRAY_FUNCTIONS]; /**< distances from where the file's code begins less its
                                          place there, 0: there is none */
};

struct cgr_choice_of {
    uint64_t place; /**< of the function in the file: its offset */
    uint32_t choice;
    uint32_t reserved;
};

/** The file CGR_NAME_CONTROL, if there is one: mapped by the tool and by all processes. */
struct cgr_control {
    uint32_t off; /**< 1: nothing is recorded; atomic */
    uint32_t reserved;
    uint64_t switched; /**< ticks of the clock of calls when that changed last; atomic */
};

/** What the names of the files of a path begin with: a number in hexadecimal digits. O(length) */
static inline uint64_t cgr_selection_name(const char *path)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *path; path++) {
        hash = (hash ^ (unsigned char)*path) * UINT64_C(0x100000001b3);
    }
    return hash;
}

#endif

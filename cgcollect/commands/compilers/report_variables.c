/* The variables by which gcc and clang are asked for reports. */
#include "commands/compilers/report_variables.h"

#include <stddef.h>

const char *const report_variables[] = {
    "CC_LOG_DIAGNOSTICS",
    "CC_LOG_DIAGNOSTICS_FILE",
    "CC_PRINT_HEADERS",
    "CC_PRINT_HEADERS_FILE",
    "CC_PRINT_INTERNAL_STAT",
    "CC_PRINT_INTERNAL_STAT_FILE",
    "CC_PRINT_OPTIONS",
    "CC_PRINT_OPTIONS_FILE",
    "CC_PRINT_PROC_STAT",
    "CC_PRINT_PROC_STAT_FILE",
    "DEPENDENCIES_OUTPUT",
    "SUNPRO_DEPENDENCIES",
    NULL,
};

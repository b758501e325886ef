/* Failures of the tools themselves, in the form of those of the library. */
#include "cli.h"

#include <stdarg.h>

int cli_fail(struct cg_error *error, enum cg_status status, const char *path, const char *format,
             ...)
{
    va_list arguments;
    *error = (struct cg_error){.status = status};
    g_strlcpy(error->file, path ? path : "", sizeof error->file);
    va_start(arguments, format);
    g_vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill(struct cg_error *error, enum cg_status status, const char *file,
                 unsigned long line, unsigned long column, const char *format, va_list arguments)
{
    error->status = status;
    error->line = line;
    error->column = column;
    snprintf(error->file, sizeof error->file, "%s", file ? file : "");
    vsnprintf(error->text, sizeof error->text, format, arguments);
}

int cg_fail(struct cg_error *error, enum cg_status status, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        fill(error, status, NULL, 0, 0, format, arguments);
        va_end(arguments);
    }
    return status;
}

int cg_fail_at(struct cg_error *error, enum cg_status status, const char *file, unsigned long line,
               unsigned long column, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        fill(error, status, file, line, column, format, arguments);
        va_end(arguments);
    }
    return status;
}

int cg_fail_memory(struct cg_error *error)
{
    return cg_fail(error, CG_E_MEMORY, "out of memory");
}

int cg_error_format(char *buffer, size_t size, const struct cg_error *error)
{
    if (!error->file[0]) {
        return snprintf(buffer, size, "%s", error->text);
    }
    if (!error->line) {
        return snprintf(buffer, size, "%s: %s", error->file, error->text);
    }
    return snprintf(buffer, size, "%s:%lu:%lu: %s", error->file, error->line, error->column,
                    error->text);
}

const char *cg_version(void)
{
    return CG_VERSION_STRING;
}

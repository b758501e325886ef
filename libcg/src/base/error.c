/*
 * Writes the message, place and code of a failure into the record if the caller gave one, and has
 * the words for each status.
 */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill_error(struct cg_error *error, enum cg_status status, const char *file,
                       unsigned long line, unsigned long column, const char *format,
                       va_list arguments)
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
        fill_error(error, status, NULL, 0, 0, format, arguments);
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
        fill_error(error, status, file, line, column, format, arguments);
        va_end(arguments);
    }
    return status;
}

int cg_fail_memory(struct cg_error *error)
{
    return cg_fail(error, CG_E_MEMORY, "%s", cg_status_text(CG_E_MEMORY));
}

const char *cg_status_text(enum cg_status status)
{
    switch (status) {
    case CG_OK:
        return "success";
    case CG_E_ARGUMENT:
        return "invalid argument";
    case CG_E_MEMORY:
        return "out of memory";
    case CG_E_IO:
        return "reading or writing failed";
    case CG_E_FORMAT:
        return "malformed input";
    case CG_E_LIMIT:
        return "a limit is exceeded";
    case CG_E_STATE:
        return "not possible in this state";
    case CG_E_CONFLICT:
        return "conflicting values";
    }
    return "unknown status";
}

int cg_error_format(char *buffer, size_t size, const struct cg_error *error)
{
    const char *text = error->text[0] ? error->text : cg_status_text(error->status);
    if (!error->file[0]) {
        return snprintf(buffer, size, "%s", text);
    }
    if (!error->line) {
        return snprintf(buffer, size, "%s: %s", error->file, text);
    }
    return snprintf(buffer, size, "%s:%lu:%lu: %s", error->file, error->line, error->column, text);
}

const char *cg_version(void)
{
    return CG_VERSION_STRING;
}

/*
 * Appends JSON to strings, for texts that are not written to a file at once (json_writer.h does
 * that).
 */
#ifndef CLI_JSON_TEXT_H
#define CLI_JSON_TEXT_H

#include <glib.h>

/** Append text that is part of a JSON string: the quote, the backslash and control characters below
 *  U+0020 are escaped, everything else stays as it is. */
void json_text_add_escaped(GString *out, const char *text);

/** Append a JSON string literal with quotes. The text must be UTF-8. */
void json_text_add_string(GString *out, const char *text);

/** Append a number. */
void json_text_add_unsigned(GString *out, guint64 number);
void json_text_add_number(GString *out, gint64 number);

/** Append a member of an object: its name, which needs no escapes, and a number. */
void json_text_add_member(GString *out, const char *name, gint64 number);

#endif

/*
 * Writes a JSON document piece by piece to a stream. Keys are NULL inside arrays.
 */
#ifndef CLI_JSON_WRITER_H
#define CLI_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json_table;

/** The position in the document. Start with {.out = STREAM}. */
struct json {
    FILE *out;
    int depth;
    int line;                 /**< depth from which all goes on one line; 0: nowhere */
    bool filled;              /**< the innermost array or object has an element */
    struct json_table *table; /**< objects written once and referenced by number; NULL: none */
};

/** Open an object ('{') or array ('['). */
void json_open(struct json *json, const char *key, char bracket);
/** Like json_open, but puts the contents on one line. */
void json_open_line(struct json *json, const char *key, char bracket);
/** Close what was opened: '}' or ']'. */
void json_close(struct json *json, char bracket);

void json_text(struct json *json, const char *key, const char *value); /**< NULL writes null */
void json_number(struct json *json, const char *key, uint64_t value);
void json_bool(struct json *json, const char *key, bool value);

/** Write a number with as few digits as read back as the same number; null if it is not finite. */
void json_double(struct json *json, const char *key, double value);

/** Write a value that is already JSON text. */
void json_raw(struct json *json, const char *key, const char *text);

#endif

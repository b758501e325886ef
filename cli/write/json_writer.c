/* Keeps the depth, and whether a comma is due; the rest is printed at once. */
#include "write/json_writer.h"

#include "cli.h"

static void break_line(const struct json *json)
{
    if (!json->line) {
        fprintf(json->out, "\n%*s", 2 * json->depth, "");
    }
}

static void begin_element(struct json *json, const char *key)
{
    if (json->filled) {
        fputs(json->line ? ", " : ",", json->out);
    }
    if (json->depth > 0) {
        break_line(json);
    }
    json->filled = true;
    if (!key) {
        return;
    }
    cli_print_json_string(json->out, key);
    fputs(": ", json->out);
}

void json_open(struct json *json, const char *key, char bracket)
{
    begin_element(json, key);
    putc(bracket, json->out);
    json->depth++;
    json->filled = false;
}

void json_open_line(struct json *json, const char *key, char bracket)
{
    json_open(json, key, bracket);
    if (!json->line) {
        json->line = json->depth;
    }
}

void json_close(struct json *json, char bracket)
{
    json->depth--;
    if (json->filled) {
        break_line(json);
    }
    if (json->line > json->depth) {
        json->line = 0;
    }
    putc(bracket, json->out);
    json->filled = true;
}

void json_text(struct json *json, const char *key, const char *value)
{
    begin_element(json, key);
    if (value) {
        cli_print_json_string(json->out, value);
    } else {
        fputs("null", json->out);
    }
}

void json_number(struct json *json, const char *key, uint64_t value)
{
    begin_element(json, key);
    fprintf(json->out, "%" G_GUINT64_FORMAT, (guint64)value);
}

void json_bool(struct json *json, const char *key, bool value)
{
    begin_element(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_double(struct json *json, const char *key, double value)
{
    char text[CLI_DOUBLE_LENGTH];
    json_raw(json, key, cli_double(text, value) ? text : "null");
}

void json_raw(struct json *json, const char *key, const char *text)
{
    char *shown = cli_printable_json(text);
    begin_element(json, key);
    fputs(shown, json->out);
    g_free(shown);
}

/*
 * Makes manual pages of sections that are no commands: page SECTION <TEXT. The first line of the
 * text is "NAME - SUMMARY", an empty one follows, then what manual_text.h describes. Used when
 * building, not installed.
 */
#include "manual.h"

#include <string.h>

#define SEPARATOR " - "

static char *read_all(void)
{
    GString *text = g_string_new(NULL);
    char bytes[4096];
    for (size_t length; (length = fread(bytes, 1, sizeof bytes, stdin)) > 0;) {
        g_string_append_len(text, bytes, (gssize)length);
    }
    return g_string_free(text, FALSE);
}

int main(int argc, char **argv)
{
    cli_init("page");
    if (argc != 2) {
        cli_error("usage: page SECTION <TEXT");
        return CLI_TROUBLE;
    }
    char *text = read_all();
    char *separator = strstr(text, SEPARATOR);
    char *end = strchr(text, '\n');
    if (!end || !separator || separator > end) {
        cli_error("the first line is no \"NAME - SUMMARY\"");
        g_free(text);
        return CLI_TROUBLE;
    }
    *separator = *end = '\0';
    manual_print_text(text, argv[1], separator + strlen(SEPARATOR), end + 1);
    g_free(text);
    return cli_finish(CLI_OK);
}

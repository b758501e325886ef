#include <argp.h>
/* The library is handed a record with functions, and calls them. The parser is given a state, which
 * has such records as well, and they may be the library's. */
static error_t parse(int key, char *argument, struct argp_state *state)
{
    return ARGP_ERR_UNKNOWN;
}
static char *filter(int key, const char *text, void *input)
{
    return (char *)text;
}
static const struct argp argp = {.parser = parse, .help_filter = filter};
int main(int argc, char **argv)
{
    return argp_parse(&argp, argc, argv, 0, 0, 0);
}

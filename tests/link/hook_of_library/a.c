/* Variables of the C library that hold functions which the program hands over: anybody may have set
 * them besides. */
#include <error.h>

static void print_name(void)
{
}

int main(int count, char **words)
{
    error_print_progname = print_name;
    error(0, 0, "said");
    error(0, 0, "%s: %d", words[0], count);
    return 0;
}

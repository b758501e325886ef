/* C89 declares what is called without a declaration. No file of the graph defines `helper`, so it is
 * a part of the program that was not collected; the library defines getpid and strlen. */
#pragma clang diagnostic ignored "-Wimplicit-function-declaration"

void back(void);

void back(void)
{
}

static void use_library(void)
{
    getpid();
    strlen("x");
}

int main(void)
{
    use_library();
    return helper();
}

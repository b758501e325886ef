#include "plugin.h"
static void log_line(const char *text)
{
}
static const struct host host = {log_line};
int main(void)
{
    struct plugin p;
    plugin_init(&p, &host);
    p.start();
    p.stop(0);
    return 0;
}

#include "plugin.h"
static const struct host *the_host;
static void start(void)
{
    the_host->log("start");
}
static void stop(int how)
{
}
void plugin_init(struct plugin *p, const struct host *h)
{
    the_host = h;
    p->start = start;
    p->stop = stop;
}

#include "commands.h"
static void call(client *c)
{
    c->cmd->proc(c);
    if (c->cmd->getkeys_proc) {
        c->cmd->getkeys_proc(c->argc);
    }
}
int main(void)
{
    client c = {0};
    for (struct redisCommand *cmd = redisCommandTable; cmd->declared_name; cmd++) {
        c.lastcmd = c.cmd = cmd->proc ? cmd : cmd->subcommands;
        call(&c);
    }
    return 0;
}

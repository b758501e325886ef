#include "commands.h"
void getCommand(client *c)
{
}
void setCommand(client *c)
{
    if (c->lastcmd->proc == getCommand) {
        c->argc++;
    }
}
void configGetCommand(client *c)
{
}

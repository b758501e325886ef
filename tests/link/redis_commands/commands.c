#include "commands.h"
static int sortGetKeys(int argc)
{
    return argc;
}
static struct redisCommand CONFIG_Subcommands[] = {{"get", configGetCommand}, {0}};
struct redisCommand redisCommandTable[] = {
    {"get", getCommand, sortGetKeys},
    {"set", setCommand},
    {"config", .subcommands = CONFIG_Subcommands},
    {0},
};

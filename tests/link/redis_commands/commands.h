typedef struct client client;
typedef void redisCommandProc(client *c);
typedef int redisGetKeysProc(int argc);
struct redisCommand {
    const char *declared_name;
    redisCommandProc *proc;
    redisGetKeysProc *getkeys_proc;
    struct redisCommand *subcommands;
};
struct client {
    struct redisCommand *cmd, *lastcmd;
    int argc;
};
void getCommand(client *c);
void setCommand(client *c);
void configGetCommand(client *c);
extern struct redisCommand redisCommandTable[];

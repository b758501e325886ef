/* Records are copied to an array of characters that a record begins with, and read from there as a
 * third type. */
#include <string.h>
typedef int function(void);
struct given {
    int number;
    function *call;
};
struct taken {
    long number;
    function *call;
};
struct slot {
    char data[32];
    void (*destroy)(void *);
};
struct closure {
    unsigned char environment[24];
    int (*run)(void *);
};
struct environment {
    int number;
    function *call;
};
static int copied_back(void)
{
    return 0;
}
static int used_there(void)
{
    return 0;
}
static void destroy(void *data)
{
    (void)data;
}
static int run(void *environment)
{
    struct {
        int number;
        function *call;
    } *captured = environment;
    return captured->call();
}
static struct slot slots[2];
int main(void)
{
    struct given given = {1, copied_back};
    struct slot *slot = &slots[1];
    memcpy(slot->data, &given, sizeof given);
    slot->destroy = destroy;
    struct taken taken;
    memcpy(&taken, slot->data, sizeof taken);
    int sum = taken.call();
    slot->destroy(slot->data);

    struct closure closure = {.run = run};
    struct environment environment = {1, used_there};
    memcpy(closure.environment, &environment, sizeof environment);
    return sum + closure.run(closure.environment);
}

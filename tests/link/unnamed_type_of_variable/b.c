static void function(void)
{
}

struct {
    int kind;
    void (*function)(void);
} shared = {0, function};

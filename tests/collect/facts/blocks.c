/* Who calls a block is not known, nor what it is called with. */
typedef void (^block)(void *);
void run(block);
void *kept;

void make(void *data)
{
    block b = ^(void *given) {
        kept = given;
        void (*f)(void) = given;
        f();
        return;
    };
    kept = data;
    run(b);
    b(data);
}

/* Functions of another file, declared as variables. */
extern char handler;
extern const char code[];
extern int first, second;
extern void entry;
extern char cell;

static const void *vectors[] = {&first, &second};

int main(void)
{
    void *pointer = &cell;
    ((void (*)(void))&handler)();
    ((void (*)(void))code)();
    ((void (*)(void))&entry)();
    for (int i = 0; i < 2; i++) {
        ((void (*)(int))vectors[i])(i);
    }
    (*(void (**)(void))pointer)();
    return 0;
}

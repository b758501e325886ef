struct mirror {
    long kind;
    void (*callback)();
};
static void (*through)(void *) = nullptr;
static void by_pointer(void *memory)
{
    static_cast<mirror *>(memory)->callback();
}
void use(void *memory)
{
    static_cast<mirror *>(memory)->callback();
    through = by_pointer;
    through(memory);
}

// Arrays of pointers are used as records.
struct two {
    void *first, *second;
};
static void named()
{
}
static void written()
{
}
static void (*global[2])() = {nullptr, named};

static void call_second(void *data)
{
    two *pair = static_cast<two *>(data);
    reinterpret_cast<void (*)()>(pair->second)();
}

static void write_second(void *data)
{
    two values = {nullptr, reinterpret_cast<void *>(written)};
    *static_cast<two *>(data) = values;
}

int main()
{
    void *array[2] = {};
    call_second(global);
    write_second(array);
    reinterpret_cast<void (*)()>(array[1])();
}

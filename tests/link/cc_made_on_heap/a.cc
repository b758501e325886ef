/* A result in two registers goes straight into memory. */
struct two {
    void (*run)();
    void (*stop)();
};

static void runs()
{
}
static void stops()
{
}

static two make(bool running)
{
    two made;
    made.run = running ? runs : stops;
    made.stop = stops;
    return made;
}

int main()
{
    two *made = new two(make(true));
    made->run();
    made->stop();
    delete made;
}

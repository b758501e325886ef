// A function of a virtual table is among the words that a program moves, and reaches a call of a pointer.
// What that call would pass to it is followed, and nothing else is passed to it.
static int finished;

static void finish()
{
    finished++;
}

static void never()
{
    finished = 9;
}

struct Server {
    virtual void serve(void (*done)())
    {
        done();
    }
};

static void log(Server *, void (*)())
{
}

static void *words[8];

static void move_words(void **to, void **from, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = from[i];
    }
}

static void (*hook)(Server *, void (*)()) = log;

static void call(Server &server)
{
    hook(&server, finish);
}

void (*unused)() = never;

int main()
{
    Server server;
    move_words(words, reinterpret_cast<void **>(&server), 1);
    move_words(words, static_cast<void **>(words[0]), 1); // the virtual table
    move_words(reinterpret_cast<void **>(&hook), words, 1);
    call(server);
    return finished - 1;
}

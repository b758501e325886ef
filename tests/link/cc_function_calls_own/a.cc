// Words of all memory are copied, so that everything may be everywhere. But std::function calls nothing
// that its own code did not store: no function of a virtual table, none of the program, and none that was
// made for another type.
#include <functional>

struct Shape {
    virtual int area()
    {
        return 1;
    }
    long side = 3;
};

static int handled, dropped;

static void handle()
{
    handled++;
}

static void drop(int count)
{
    dropped += count;
}

static long words[8];

static void move_words(long *to, long *from, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = from[i];
    }
}

struct Task {
    std::function<void()> run;
    std::function<void(int)> end;
};

static void run(const Task &task)
{
    std::function<void()> copy(task.run);
    copy();
}

int main()
{
    Shape shape;
    alignas(Task) static char memory[sizeof(Task)], other[sizeof(Task)];
    move_words(words, reinterpret_cast<long *>(&shape), 2);
    move_words(words, reinterpret_cast<long *>(words[0]), 1); // the virtual table
    auto *task = new (memory) Task;
    task->run = [] { handle(); };
    task->end = [](int count) { drop(count); };
    auto *moved = reinterpret_cast<Task *>(other);
    move_words(reinterpret_cast<long *>(moved), reinterpret_cast<long *>(task), sizeof(Task) / sizeof(long));
    run(*moved);
    moved->end(2);
    return handled - 1 + dropped - 2 + shape.area() - 1;
}

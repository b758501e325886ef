#include <new>
/* Records that are kept without a type, and used as others of the same layout. Each step has types of
 * its own, so that none answers for another. */
typedef int (*function)();

static int f1() { return 1; }
static int f2() { return 1; }
static int f3() { return 1; }
static int f4() { return 1; }

struct kept1 { long kind; function fn; };
struct used1 { long type; function call; };
static kept1 first = {0, f1};

static int by_copy()
{
    void *kept = &first;
    used1 copy = *static_cast<used1 *>(kept);
    return copy.call();
}

struct kept2 { long kind; function fn; };
struct used2 { long type; function call; };
struct list { list *next; void *data; };
static list *all;

static void push(void *data)
{
    all = new list{all, data};
}

static int by_list()
{
    static kept2 second = {0, f2};
    push(&second);
    return static_cast<used2 *>(all->data)->call();
}

struct kept3 { long kind; function fn; };
struct used3 { long type; function call; };

static int take(used3 *used)
{
    return used->call();
}

static int by_parameter()
{
    static kept3 third = {0, f3};
    auto taker = reinterpret_cast<int (*)(void *)>(take);
    return taker(&third);
}

/* An array that keeps records of all types: each is what it is used as. */
struct circle { long kind; function draw; };
struct square { long kind; function draw; };

static int draw_circle() { return 0; }
static int draw_square() { return 0; }

static int kept_apart()
{
    static circle one = {0, draw_circle};
    static square other = {1, draw_square};
    void *kept[] = {&one, &other};
    return static_cast<square *>(kept[1])->draw() + static_cast<circle *>(kept[0])->draw();
}

/* What a base keeps in place of itself. */
struct shape { virtual int area() = 0; virtual ~shape() {} };
struct disc : shape { int area() override { return f4(); } };

static int by_base()
{
    disc made;
    void *kept = static_cast<shape *>(&made);
    return static_cast<shape *>(kept)->area();
}

int main()
{
    return by_copy() + by_list() + by_parameter() + kept_apart() + by_base() == 4 ? 0 : 1;
}

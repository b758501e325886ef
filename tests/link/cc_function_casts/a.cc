/* A function is called under another type only where the source casts, or uses memory as another
 * type's; the type alone leaves out what else is there. Each call is made. */
#include <cstdint>
#include <cstring>

#include "shared.h"

typedef void (*plain)();
typedef void (*number)(long);

static void by_cast(int)
{
}
static void by_pointer(int)
{
}
static void by_integer(unsigned)
{
}
static void by_union(char *)
{
}
static void by_bytes(short)
{
}
static void by_record(const char *)
{
}
static void by_template(bool)
{
}
static void by_place(unsigned char)
{
}
static void by_reference(signed char)
{
}
static void by_storage(long *)
{
}
static void by_base(char **)
{
}
static const int by_constant(int *)
{
    return 1;
}
static void by_array(const int (&)[2])
{
}
static void by_character(char16_t *)
{
}
static void by_two(float *)
{
}
static void in_other_file(double *)
{
}
static void throws_nothing() noexcept
{
}
static void likes(colour)
{
}
extern "C" void has_a_colour(enum colour)
{
}
namespace shapes
{
enum kind { ROUND };
}
static void of_kind(shapes::kind)
{
}

static void cast()
{
    plain f = reinterpret_cast<plain>(by_cast);
    f();
}

static void pointer()
{
    void *p = (void *)by_pointer;
    ((number)p)(3);
}

static void integer()
{
    uintptr_t bits = (uintptr_t)by_integer;
    number f = (number)bits;
    f(1);
}

union both {
    void (*text)(char *);
    void (*size)(unsigned long);
};

static void overlap()
{
    both u;
    u.text = by_union;
    u.size(1);
}

static void bytes()
{
    void (*from)(short) = by_bytes;
    void (*to)(long long);
    memcpy(&to, &from, sizeof to);
    to(1);
}

struct one {
    int n;
    void (*f)(const char *);
};
struct other {
    int n;
    void (*f)(const void *);
};

static void record()
{
    one o = {0, by_record};
    other *as = reinterpret_cast<other *>(&o);
    as->f("");
}

template <class To, class From> static To converted(From from)
{
    return reinterpret_cast<To>(from);
}

static void instance()
{
    converted<void (*)(unsigned short)>(by_template)(1);
}

static void place()
{
    void (*f)(unsigned char) = by_place;
    (*(void (**)(char))&f)('a');
}

static void reference()
{
    void (*f)(signed char) = by_reference;
    reinterpret_cast<void (*&)(wchar_t)>(f)(L'a');
}

struct base {
    long n;
    void (*f)(char **);
};
struct derived : base {
    long m;
};
struct mirror {
    long n;
    void (*f)(const char **);
    long m;
};

static void inherited()
{
    derived d;
    d.f = by_base;
    reinterpret_cast<mirror *>(&d)->f(nullptr);
}

static void constants()
{
    void (*constant)(int **) = reinterpret_cast<void (*)(int **)>(by_constant);
    constant(nullptr);
    int numbers[2] = {};
    const int(&of_constants)[2] = numbers;
    void (*array)(const int(*)[2]) = reinterpret_cast<void (*)(const int(*)[2])>(by_array);
    array(&of_constants);
    void (*character)(wchar_t *) = reinterpret_cast<void (*)(wchar_t *)>(by_character);
    character(nullptr);
}

static void storage()
{
    long long cells[1];
    *reinterpret_cast<void (**)(long *)>(cells) = by_storage;
    (*reinterpret_cast<void (**)(const long *)>(cells))(nullptr);
}

static void twice()
{
    void (*step)(float) = reinterpret_cast<void (*)(float)>(by_two);
    reinterpret_cast<void (*)(double)>(step)(1);
}

static void no_cast()
{
    plain f = throws_nothing;
    f();
}

static void kinds()
{
    void (*f)(shapes::kind) = of_kind;
    f(shapes::ROUND);
}

int main()
{
    cast();
    pointer();
    integer();
    overlap();
    bytes();
    record();
    instance();
    place();
    reference();
    inherited();
    constants();
    storage();
    twice();
    no_cast();
    kinds();
    each_colour(likes);
    each_colour(has_a_colour);
    call_generic(reinterpret_cast<generic>(in_other_file));
    reinterpret_cast<void (*)(int)>(pick(0))(1);
    pick(1)();
    return 0;
}

/* Short names: examples, and random types against a printer that knows the short form. */
#include "support.h"

#include <libcg/names.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(const char *demangled, const char *wanted)
{
    char *name;
    ck_assert_int_eq(cg_name_shorten(&name, demangled, NULL), CG_OK);
    ck_assert_str_eq(name, wanted);
    free(name);
}

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"
#define OLD_STRING "std::basic_string<char, std::char_traits<char>, std::allocator<char> >"

START_TEST(examples)
{
    expect("f(" STRING ")", "f(std::string)");
    expect("f(" OLD_STRING " const&)", "f(std::string const&)");
    expect(STRING "::append(char const*)", "std::string::append(char const*)");
    expect("void f<std::__1::vector<A, std::__1::allocator<A> > >()", "void f<std::vector<A>>()");
    expect("g(std::vector<" STRING ", std::allocator<" STRING " > >)",
           "g(std::vector<std::string>)");
    expect("std::map<" STRING ", int, std::less<" STRING " >, std::allocator<std::pair<" STRING
           " const, int> > >::at(" STRING " const&)",
           "std::map<std::string, int>::at(std::string const&)");
    expect("std::unique_ptr<A, std::default_delete<A> >::~unique_ptr()",
           "std::unique_ptr<A>::~unique_ptr()");
    expect(
        "std::unordered_set<int, std::hash<int>, std::equal_to<int>, std::allocator<int> >::size()",
        "std::unordered_set<int>::size()");
    expect("std::basic_ostream<char, std::char_traits<char> >& std::operator<< "
           "<std::char_traits<char> >(std::basic_ostream<char, std::char_traits<char> >&, char)",
           "std::ostream& std::operator<< <std::char_traits<char>>(std::ostream&, char)");
    expect("name[abi:cxx11](std::filesystem::__cxx11::path)", "name(std::filesystem::path)");
    expect("f()::{lambda(" STRING ")#1}::operator()(" STRING ") const",
           "f()::{lambda(std::string)#1}::operator()(std::string) const");
    expect("A<B<int> >::operator>><C<D> >(A<B<int> >)", "A<B<int>>::operator>><C<D>>(A<B<int>>)");
    expect("A::operator std::vector<int, std::allocator<int> >() const",
           "A::operator std::vector<int>() const");
    expect("A::operator()<std::vector<int, std::allocator<int> > >()",
           "A::operator()<std::vector<int>>()");
}
END_TEST

START_TEST(left_as_they_are)
{
    const char *const names[] = {
        "main",
        "",
        "std::vector<int, pool<int>>::size()",
        "std::basic_string<char, my::traits>",
        "my::std::vector<int, std::allocator<int>>",
        "vector<int, std::allocator<int>>",
        "std::vector<int, std::allocator<long>>",
        "std::vectors<int, std::allocator<int>>",
        "std::__detail::A<int>",
        "my::__cxx11::A",
        "std::vector<int, std::allocator<int> ",
        "f(std::vector<int, std::allocator<int> >",
        "f<(A)1, (std::b)(2)>()",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        expect(names[i], names[i]);
    }
}
END_TEST

/* Types as __cxa_demangle writes them, and as they should be. */

struct spelled {
    char *full;
    char *brief;
};

__attribute__((format(printf, 1, 2))) static char *print(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    ck_assert_int_ge(vasprintf(&text, format, arguments), 0);
    va_end(arguments);
    return text;
}

/* Takes the texts over. */
static void replace(struct spelled *type, char *full, char *brief)
{
    free(type->full);
    free(type->brief);
    *type = (struct spelled){full, brief};
}

static const char *gap(const char *inner)
{
    size_t length = strlen(inner);
    return length && inner[length - 1] == '>' ? " " : "";
}

/* NAME<A, DEFAULT<A> >, or with a type of one's own in place of the default */
static void wrap(struct spelled *type, const char *name, const char *other, const char *space,
                 bool own)
{
    char *full = print("std::%s%s<%s, %s<%s%s> >", space, name, type->full, own ? "mine" : other,
                       type->full, gap(type->full));
    char *brief = own ? print("std::%s<%s, mine<%s>>", name, type->brief, type->brief)
                      : print("std::%s<%s>", name, type->brief);
    replace(type, full, brief);
}

static void wrap_map(struct spelled *type)
{
    replace(type,
            print("std::map<%s, A, std::less<%s%s>, std::allocator<std::pair<%s const, A> > >",
                  type->full, type->full, gap(type->full), type->full),
            print("std::map<%s, A>", type->brief));
}

static void wrap_own(struct spelled *type)
{
    replace(type, print("ns::own<(int)3, %s%s>", type->full, gap(type->full)),
            print("ns::own<(int)3, %s>", type->brief));
}

static void point(struct spelled *type)
{
    replace(type, print("%s*", type->full), print("%s*", type->brief));
}

static void make_type(struct spelled *type, struct random *random)
{
    static const char *const plain[] = {"int", "char const*", "(anonymous namespace)::T"};
    uint32_t chosen = draw(random, 4);
    replace(type, strdup(chosen == 3 ? STRING : plain[chosen]),
            strdup(chosen == 3 ? "std::string" : plain[chosen]));
    for (uint32_t depth = draw(random, 5); depth > 0; depth--) {
        switch (draw(random, 7)) {
        case 0:
            wrap(type, "vector", "std::allocator", draw(random, 2) ? "" : "__1::", false);
            break;
        case 1:
            wrap(type, "list", "std::allocator", "__cxx11::", false);
            break;
        case 2:
            wrap(type, "unique_ptr", "std::default_delete", "", false);
            break;
        case 3:
            wrap(type, "vector", "std::allocator", "", true);
            break;
        case 4:
            wrap_map(type);
            break;
        case 5:
            wrap_own(type);
            break;
        default:
            point(type);
        }
    }
}

START_TEST(random_types)
{
    struct random random = {.state = 7};
    struct spelled type = {0};
    for (int i = 0; i < 20000; i++) {
        make_type(&type, &random);
        bool method = draw(&random, 2);
        char *name = method ? print("%s::f(int)", type.full)
                            : print("void f<%s%s>(int)", type.full, gap(type.full));
        char *wanted =
            method ? print("%s::f(int)", type.brief) : print("void f<%s>(int)", type.brief);
        expect(name, wanted);
        expect(wanted, wanted);
        free(name);
        free(wanted);
    }
    replace(&type, NULL, NULL);
}
END_TEST

/* Fewer than `most` of some pieces. */
static void random_text(char *text, struct random *random, const char *const *pieces, size_t count,
                        uint32_t most)
{
    text[0] = '\0';
    for (uint32_t n = draw(random, most); n > 0; n--) {
        strcat(text, pieces[draw(random, (uint32_t)count)]);
    }
}

/* Whatever the text, nothing is read or written out of place. */
START_TEST(random_texts)
{
    static const char *const pieces[] = {
        "std::", "vector",   "<",       ">", " ", ", ",  "(",
        ")",     "operator", "[abi:x]", "{", "}", "int", "std::allocator<",
        "__1::", "-"};
    struct random random = {.state = 11};
    char text[256];
    for (int i = 0; i < 50000; i++) {
        random_text(text, &random, pieces, sizeof pieces / sizeof *pieces, 14);
        char *name, *again;
        ck_assert_int_eq(cg_name_shorten(&name, text, NULL), CG_OK);
        ck_assert_uint_le(strlen(name), strlen(text));
        ck_assert_int_eq(cg_name_shorten(&again, name, NULL), CG_OK);
        free(name);
        free(again);
    }
}
END_TEST

/* A demangler that knows a few names. */
static char *demangle_few(const char *name)
{
    static const char *const known[][2] = {
        {"_Z1fI1SLi1EE", "f<S, 1>"},
        {"_Z1gIE", "g<>"},
        {"_ZN1AI1BI1CEEC1IEE", "A<B<C> >::A<>"},
        {"_ZN1AI1BI1CEEC1I1BI1CEEE", "A<B<C> >::A<B<C> >"},
        {"_Z4TypeI2TnE", "Type<Tn>"},
        {"_Z1vE", "v"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i][0], name) == 0) {
            return strdup(known[i][1]);
        }
    }
    return NULL;
}

START_TEST(names_with_declarations_are_known_partly)
{
    static const char *const cases[][2] = {
        {"_Z1fI1SLi1ETnNT_4typeELi0EEvS1_", "f<S, 1, ...>(...)"},
        {"_Z1gITnNSt9enable_ifIXsr1XEbE4typeELb1EEvv", "g<...>(...)"},
        {"_Z1gITpTnNT_4typeEJLi1EEEvv", "g<...>(...)"},
        {"_ZN1AI1BI1CEEC1ITnNSt9enable_ifIXLb1EEbE4typeELb1EEEv", "A<B<C> >::A<...>(...)"},
        {"_ZN1AI1BI1CEEC1I1BI1CETnNT_1tELb1EEEv", "A<B<C> >::A<B<C>, ...>(...)"},
        {"_Z4TypeI2TnTyLi1EEvv", "Type<Tn, ...>(...)"}, /* identifiers are no declarations */
        {"_Z4TypeI2TnEvv", NULL},
        {"_Z1hI1STnNT_4typeELi0EEvS1_", NULL}, /* that the demangler knows no part of */
        {"_Z1vTn", NULL},
        {"_Z", NULL},
        {"Tn", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *name;
        ck_assert_int_eq(cg_name_demangle_declared(&name, cases[i][0], demangle_few, NULL), CG_OK);
        ck_assert_pstr_eq(name, cases[i][1]);
        free(name);
    }
}
END_TEST

/* A demangler that returns odd texts. */
static char *demangle_any(const char *name)
{
    static const char *const texts[] = {">", " >", "<>", "  > >", "a<b >", "", "f<"};
    size_t length = strlen(name), count = sizeof texts / sizeof *texts;
    return length % 3 ? strdup(texts[length % count]) : NULL;
}

START_TEST(random_linkage_names)
{
    static const char *const pieces[] = {
        "_Z", "N", "I",  "Tn", "Tp", "Ty", "E",  "Ul", "3$_0", "1a",
        "12", "L", "i5", "S1", "_",  "X",  "T_", ">",  "C1I",  "99999999999999999999"};
    struct random random = {.state = 12};
    char text[256];
    for (int i = 0; i < 50000; i++) {
        random_text(text, &random, pieces, sizeof pieces / sizeof *pieces, 11);
        char *name;
        ck_assert_int_eq(cg_name_demangle_declared(&name, text, demangle_any, NULL), CG_OK);
        free(name);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {examples,
                                  left_as_they_are,
                                  random_types,
                                  random_texts,
                                  names_with_declarations_are_known_partly,
                                  random_linkage_names,
                                  NULL};
    return run_tests("names", tests, 60);
}

// What both files know: templates, but not what their arguments are.
#ifndef HELD_H
#define HELD_H
template <class T> struct held {
    void (*stored)(T *);
};
template <class T, class Allocator> struct list;
template <class T> struct allocator {
};
namespace library {
inline namespace version {
struct status {
};
} // namespace version
} // namespace library
template <class Key, class Value> struct entry {
    Key key;
    Value value;
};
typedef held<list<int, allocator<int>>> held_list;
typedef held<library::status> held_status;
void listed(list<int, allocator<int>> *);
void reported(library::status *);
extern held_list of_list;
extern held_status of_status;
void fill();
#endif

/* Records that code which is not collected fills: variables by name, and through a library's. */
#include <vector>
typedef void (*fn)();
struct named {
    fn run;
};
struct element {
    int kind;
    fn run;
};
extern named one;
extern named many[2];
void fill();
void each(std::vector<element> &);

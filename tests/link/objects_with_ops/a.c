#include "shape.h"
int main(void)
{
    struct square s;
    struct circle c;
    square_init(&s, 2);
    circle_init(&c, 1);
    struct shape *all[] = {&s.base, &c.base};
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += shape_area(all[i]);
        all[i]->ops->drop(all[i]);
    }
    return sum - 7;
}

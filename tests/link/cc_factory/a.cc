#include "product.h"
int main()
{
    int r = 0;
    for (const entry *e = entries; e->make; e++) {
        product *p = e->make();
        r += p->price();
        delete p;
    }
    return r - 3;
}

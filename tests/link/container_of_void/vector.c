#include "vector.h"
#include <stdlib.h>
void push(struct vector *v, void *element)
{
    v->elements = realloc(v->elements, (v->n + 1) * sizeof *v->elements);
    v->elements[v->n++] = element;
}
void *at(struct vector *v, int i)
{
    return v->elements[i];
}

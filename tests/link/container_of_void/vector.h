struct vector {
    void **elements;
    int n;
};
void push(struct vector *v, void *element);
void *at(struct vector *v, int i);

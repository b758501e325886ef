char *f(void);
int g(void);

int main(void)
{
    return __builtin_constant_p(g()) + (int)__builtin_object_size(f(), 0) +
           __builtin_types_compatible_p(__typeof__(g()), int);
}

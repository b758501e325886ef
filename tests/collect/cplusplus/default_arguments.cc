int f();
int take(int x = f());

/* What the default argument calls is not shown where it is used. */
int uses_default()
{
    return take();
}

int gives_all()
{
    return take(1);
}

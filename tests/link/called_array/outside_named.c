void target(void);

void outside(void);

void outside(void)
{
    target();
}

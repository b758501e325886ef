void by_jump(void);

void jumped_to(void)
{
    by_jump();
}

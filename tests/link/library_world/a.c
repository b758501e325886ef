/* No main: anything may call what is not static, with what it likes, and set what is exported. */
typedef void (*fn)(void);
static void own(void)
{
}
void (*exported_hook)(void);
static fn internal;
static void apply(fn f)
{
    f();
}
void call(fn f)
{
    f();
    apply(own);
}
void set(fn f)
{
    internal = f;
}
void run(void)
{
    internal();
    exported_hook();
}
fn get(void)
{
    return own;
}

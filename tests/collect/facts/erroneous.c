/* Functions with errors in them were not read. */
typedef void (*fn)(int);
fn good(fn f)
{
    return f;
}

fn bad(fn f)
{
    return unknown ? f : missing();
}

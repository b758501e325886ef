/* Parameters declared as arrays or functions are pointers. */
typedef void (*fn)(int);
typedef fn row[3];
struct S {
    fn f;
    fn all[2];
};
void a(int);
void other(fn table[], row *rows, void callback(int));

fn named(fn table[], void callback(int), struct S records[2], char *names[], char text[])
{
    table[0](1);
    (*table)(2);
    callback(3);
    (*callback)(4);
    records[1].f(5);
    records->all[1](6);
    table++;
    fn *copy = table + 1;
    text[0] = *names[0];
    other(copy ? table : copy, 0, callback);
    return *++table;
}

fn rows(row given, fn matrix[][3], row *pointed)
{
    fn own[2] = {given[0], a};
    matrix[1][2](1);
    (*pointed)[1](2);
    pointed[1][2](3);
    other(matrix[1], &matrix[0], own[1]);
    other(own, pointed, *own);
    *matrix[2] = a;
    return matrix[0][0];
}

fn called(void)
{
    static fn table[2] = {a};
    static row all[2];
    struct S s;
    char *names[1];
    char text[9];
    named(table, a, &s, names, text);
    named(s.all, *table, &s, names, text);
    return rows(table, all, all);
}

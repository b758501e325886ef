/* Types of fields: functions get what make_arg returns. */
#include <form.h>
#include <stdarg.h>
#include <stddef.h>

struct rule {
    void (*note)(const char *);
};
static void checked(const char *text)
{
}
static void stepped(const char *text)
{
}
static void never(const char *text)
{
}
static void *make(va_list *arguments)
{
    return va_arg(*arguments, struct rule *);
}
static void *copy(const void *rule)
{
    return (void *)rule;
}
static void done(void *rule)
{
    ((struct rule *)rule)->note("");
}
static bool check(FIELD *field, const void *rule)
{
    ((const struct rule *)rule)->note("");
    return TRUE;
}
static bool check_character(int character, const void *rule)
{
    return TRUE;
}
static bool next(FIELD *field, const void *rule)
{
    return FALSE;
}
int main(void)
{
    void (*unused)(const char *) = never;
    struct rule rule = {checked};
    void *value = (void *)stepped;
    FIELDTYPE *type = new_fieldtype(check, check_character);
    set_fieldtype_arg(type, make, copy, done);
    set_fieldtype_choice(type, next, next);
    FIELD *field = new_field(1, 10, 0, 0, 0, 0);
    set_field_type(field, type, &rule);
    ((struct rule *)field_arg(field))->note("");
    set_field_userptr(field, value);
    ((void (*)(const char *))field_userptr(field))("");
    free_field(field);
    return unused == NULL;
}

#include "source_range.h"
int
 spread
(void)
{
    return in_header();
  }
#define DEFINE(name) \
    int name(void) { \
        return 0; }
DEFINE(by_macro) /* where the macro is used */
int oldstyle(a)
    int a;
{ return a; }
#line 100 "elsewhere.y"
int generated(void) { return 1; }
int declared(void);
int main(void) { return declared(); }

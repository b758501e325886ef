typedef void function(void);

#define THROUGH "mov x9, %1; mov %0, x9"

function *moved(function *from)
{
    function *to;
    __asm__("mov x9, %1; mov %0, x9" : "=r"(to) : "r"(from) : "x9");
    return to;
}

function *moved_by_macro(function *from)
{
    function *to;
    __asm__(THROUGH : "=r"(to) : "r"(from) : "x9");
    return to;
}

function *elsewhere(function *from)
{
    function *to;
    __asm__(THROUGH : "=r"(to) : "r"(from) : "x10");
    return to;
}

/* Locals that copy to each other in a cycle, and are read and written more often than they can be
   left out, are one. */
typedef void (*function)(void);
extern function one, two, three, four;
void swaps(function a, function b, function c, int n)
{
    function p = a, q = b;
    while (n--) {
        function r = p;
        p = n & 1 ? q : c;
        q = n & 2 ? r : a;
        p();
        q();
        one = p;
        two = q;
        three = p;
        four = q;
    }
}

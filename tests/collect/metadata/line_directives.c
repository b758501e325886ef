/* Loops and branches with #line in them, as generated parsers have: calls in them stay in them. y: h 200,
 * depth 1; z: h 100/3 + 100/3 + 10000 + 100, depth 2; k 100/6 + 1 */
int h(int); int k(int);
int y(int n){ for(;;){ h(1);
#line 50
 h(2); }
#line 200
}
int z(int n)
{
  while (n) {
    switch (n) {
    case 1:
#line 7 "gram.y"
      h(n); if (n) k(n);
#line 20 "out.c"
      break;
    case 2:
    # line 3 "gram.y"
      h(n);
#line 24 "out.c"
      break;
    }
#line 50 "gram.y"
    for (int i = 0; i < n; i++)
#line 50 "gram.y"
      h(i);
#line \
  30 "out.c"
    h(n + 1);
  }
  return k(1);
}

/* What the program's two halves know of each other. */
#ifndef SHAPES_H
#define SHAPES_H

#ifdef __cplusplus
extern "C" {
#endif

typedef int (*step)(int);

int run_steps(int start);                  /* a table of pointers, a pointer in a record */
int sort_numbers(int *numbers, int count); /* a library calls back */
int chain_of_tails(int n);                 /* last calls */
void register_farewell(void);              /* the library calls at exit */
int on_a_thread(int n);                    /* the library calls on a thread */

#ifdef __cplusplus
}
#endif

#endif

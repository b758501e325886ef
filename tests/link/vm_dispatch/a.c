typedef struct vm {
    const unsigned char *pc;
    int acc;
} vm;
typedef void (*opcode)(vm *);
static void op_inc(vm *m)
{
    m->acc++;
}
static void op_dec(vm *m)
{
    m->acc--;
}
static void op_call(vm *m);
static const opcode ops[] = {op_inc, op_dec, op_call};
static void op_call(vm *m)
{
    ops[*m->pc++](m);
}
int main(void)
{
    static const unsigned char code[] = {0, 2, 1, 255};
    vm m = {code, 0};
    while (*m.pc != 255) {
        opcode op = ops[*m.pc++];
        op(&m);
    }
    return m.acc;
}

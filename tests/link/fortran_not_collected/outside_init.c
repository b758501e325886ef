void _QMtasksPother(void);

extern void (*_QMtasksEp)(void);

void init_(void)
{
    _QMtasksEp = _QMtasksPother;
}

struct declared3 {
    int kind;
    int (*call)(int);
};

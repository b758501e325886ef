static int in_header(void) { return 1; }

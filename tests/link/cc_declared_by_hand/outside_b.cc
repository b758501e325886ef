extern "C" const char *version() { return "1"; }

namespace library {
int open();
inline int open(int) { return open(); }
} // namespace library

struct Limits { int high;
  int clamp(int x) const { return x > high ? high : x; }
};

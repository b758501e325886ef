struct Limits { int low; int high;
  int clamp(int x) const { if (x < low) return low; if (x > high) return high; return x; }
};

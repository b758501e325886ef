struct observer {
    virtual void update(int what) = 0;
};
struct subject {
    subject();
    void attach(observer *o);
    void notify(int what);

  private:
    observer *first;
    observer *second;
};

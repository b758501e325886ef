#pragma once
struct Shape {
    virtual ~Shape()
    {
    }
    virtual int area()
    {
        return 0;
    }
};

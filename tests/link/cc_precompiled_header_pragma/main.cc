int unreached()
{
    return 1;
}

int calls(Shape *shape)
{
    return shape->area();
}

double calls_library()
{
    return cosine_of_library(0);
}

int main()
{
    Shape shape;
    return calls(&shape) + (calls_library() > 2);
}

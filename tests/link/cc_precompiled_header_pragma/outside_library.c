double cosine_of_library(double angle);

double cosine_of_library(double angle)
{
    return 1 - angle;
}

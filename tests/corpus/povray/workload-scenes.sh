# POV-Ray: scenes of its own distribution, a few pixels each, its other image formats, and one scene of
# what those do not have.
files=$PROGRAM/src/distribution
rm -rf data && mkdir data
said=0
render() { # OPTION...: what each says has a file of its own
    said=$((said + 1))
    {
        echo "== $*"
        $RUN bin/povray +L"$files/include" +W8 +H6 -D +WT2 +Odata/ "$@"
        echo "exit $?"
    } >data/said.$said 2>&1
}
while read -r scene options; do
    # shellcheck disable=SC2086 # options are words
    render +I"$files/scenes/$scene.pov" +L"$(dirname "$files/scenes/$scene.pov")" $options
done <<'END'
objects/blob
objects/bezier
objects/fractal4
objects/lathe1b
objects/lathe1c
objects/lathe2
objects/mesh2
objects/polygon
objects/prism1
objects/prism3b
objects/quartic/helix
objects/quartic/grafbic
objects/sor1
objects/superel1
objects/torus1
objects/ttf1
objects/csg/granite
objects/isosurfaces
textures/patterns/marble
textures/patterns/tiling
textures/patterns/crackle_form
textures/patterns/slopemt_dat_37
textures/patterns/mandel
textures/patterns/hexagon +FT
textures/patterns/agate +FB
textures/patterns/wrinkles +FP
textures/patterns/radial +FJ
textures/normals/normmap +FH
textures/pigments/matmap
textures/pigments/warp2 +A0.1 +AM2 +J
textures/finishes/var_refl +A0.3 +AM1
camera/focalblur
camera/cylinder1
camera/fisheye
camera/omnimax
camera/spherical
camera/orthographic
camera/mesh_camera/baking_repair_seams
interior/atten1
interior/crystal
interior/caustic2
interior/fog_ft
interior/rainbow1
interior/skysph1
interior/media/media3
interior/media/galaxy
lights/arealit1
lights/orient
lights/laser
lights/projected_through
lights/parallel_lights
language/bounding +MB1 +MV3.6
language/macros/macro1 +KI0 +KF1 +KFI1 +KFF2
language/splinefunction
language/arrays/array2
language/trace
incdemo/sort
incdemo/woods/wood_15
advanced/cliche/cliche
bsp/Tango +BM2
subsurface/subsurface
radiosity/cornell +Q9
END
for i in 3 5 9 12 14 17 18 23 26; do
    render +I"$files/scenes/portfolio/allobjects.pov" +L"$files/scenes/portfolio" +KI0 +KF27 +KFI1 +KFF27 +SF$i +EF$i
done
cat >data/all.pov <<'END'
#version 3.7;
global_settings {
  assumed_gamma 1.0 max_trace_level 6 ambient_light rgb 0.1 mm_per_unit 10
  radiosity { pretrace_start 0.5 pretrace_end 0.2 count 4 nearest_count 2 error_bound 1 recursion_limit 1 normal on media on }
  photons { count 200 media 5 autostop 0 jitter 0.4 }
  subsurface { samples 4, 2 }
}
#include "functions.inc"
#declare R = seed(3);
#macro Ball(P, C) sphere { P, 0.3 pigment { color rgb C } finish { phong 0.5 reflection { 0.2, 0.5 fresnel } conserve_energy } interior { ior 1.3 } } #end
#declare S = spline { natural_spline 0, <0,0,0> 0.5, <1,0,1> 1, <0,1,0> }
#declare A = array[2][2] { { 1, 2 }, { 3, 4 } }
#declare F = function(x, y, z) { sqrt(x*x + y*y) + sin(z) * f_noise3d(x, y, z) - select(x, 1, 0, 2) }
#declare P = function { pattern { cells } }
#declare I = 0;
#while (I < 4) Ball(S(I / 4), <rand(R), F(I, 0, 1), P(I, 0, 0)>) #local I = I + 1; #end
#for (J, 0, 2) #switch (J) #case (0) #break #range (1, 2) Ball(<J, 1, vlength(<J, J, 1>)>, <1, 0, 0>) #break #else #end #end
#ifdef (A) #debug concat("a ", str(A[1][0], 0, 2), vstr(3, <1, 2, 3>, ",", 0, 1), chr(65), substr("text", 2, 2), strupr("x"), "\n") #end
#fopen O "data/written.txt" write
#write (O, 1, ",", "\"text\"", ",", <1, 2, 3>)
#fclose O
#fopen O "data/written.txt" read
#read (O, N, T, V)
#fclose O
#warning concat(T, str(N + V.x + max(1, 2) + mod(7, 3) + int(2.5) + atan2(1, 2) + pow(2, 3) + bitwise_xor(3, 1), 0, 0), "\n")
camera { location <0, 1, -5> look_at <0, 0, 0> angle 60 aperture 0.1 blur_samples 3 focal_point <0, 0, 0> confidence 0.5 variance 0.1 }
light_source { <3, 5, -4> color rgb 1 area_light <1, 0, 0>, <0, 0, 1>, 2, 2 adaptive 1 jitter circular orient photons { reflection on refraction on } }
light_source { <-3, 5, -4> color rgb 0.5 spotlight point_at 0 radius 20 falloff 30 fade_distance 4 fade_power 2 media_interaction on looks_like { sphere { 0, 0.1 } } }
light_group { light_source { <0, 4, 0> rgb 0.2 cylinder } sphere { <2, 0, 1>, 0.2 } global_lights on }
sky_sphere { pigment { gradient y color_map { [0 rgb 0.2] [1 rgb <0.2, 0.3, 0.9>] } } }
fog { fog_type 2 distance 40 rgb 0.5 fog_offset 0 fog_alt 1 turbulence 0.2 }
rainbow { angle 42 width 5 distance 1e3 direction <0, 0, 1> color_map { [0 rgbt <1, 0, 0, 0.9>] [1 rgbt <0, 0, 1, 0.9>] } }
plane { y, -1 texture { pigment { checker rgb 1, rgb 0 } normal { bumps 0.3 } } texture { pigment { bozo color_map { [0 rgbt 1] [1 rgbt <1, 0, 0, 0.5>] } } finish { irid { 0.2 } crand 0.1 } } }
sphere { <0, 0, 1>, 1 hollow pigment { rgbt 1 } interior { ior 1.1 dispersion 1.02 caustics 0.5 media { scattering { 2, 0.2 } emission 0.1 absorption 0.05 intervals 2 samples 2 method 3 density { spherical density_map { [0 rgb 0] [1 rgb 1] } } } } photons { target refraction on collect off } }
difference { box { -0.5, 0.5 } merge { cylinder { -x, x, 0.2 } cone { 0, 0.3, y, 0.1 } } intersection { torus { 0.4, 0.1 } plane { x, 0 inverse } } cutaway_textures rotate <10, 20, 30> matrix <1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0> pigment { wood turbulence 0.1 octaves 3 } bounded_by { sphere { 0, 2 } } clipped_by { box { -1, 1 } } no_shadow }
isosurface { function { f_sphere(x, y, z, 0.4) + f_ridged_mf(x, y, z, 0.1, 3, 7, 0.7, 0.7, 2) * 0.1 } contained_by { box { -0.6, 0.6 } } max_gradient 3 accuracy 0.01 all_intersections translate <-2, 0, 0> pigment { function { F(x, y, z) } color_map { [0 rgb x] [1 rgb y] } } }
parametric { function { u }, function { v }, function { sin(u * v) } <0, 0>, <1, 1> contained_by { sphere { 0, 3 } } max_gradient 2 accuracy 0.05 precompute 4 x, y, z translate <-1, 1, 0> }
sphere_sweep { cubic_spline 5, <-2, 0, 0>, 0.1 <-1, 0, 0>, 0.2 <0, 1, 0>, 0.1 <1, 0, 0>, 0.2 <2, 0, 0>, 0.1 tolerance 0.1 }
height_field { function 8, 8 { pigment { granite } } smooth water_level 0.1 scale <1, 0.2, 1> }
julia_fractal { <-0.08, 0, -0.83, -0.02> quaternion cube max_iteration 3 precision 5 scale 0.2 translate <2, 1, 0> }
text { ttf "timrom.ttf" "a" 0.2, 0 translate <-2, 1, 0> pigment { image_map { png "data/small.png" interpolate 2 map_type 0 once } } }
mesh { triangle { <0, 0, 0>, <1, 0, 0>, <0, 1, 0> } smooth_triangle { <0, 0, 1>, <0, 0, -1>, <1, 0, 1>, <0, 0, -1>, <0, 1, 1>, <0, 0, -1> } inside_vector y translate <1, 1, 1> texture { average texture_map { [1 pigment { rgb 1 }] [1 pigment { brick }] } } }
disc { <0, 2, 0>, y, 0.5, 0.1 texture { material_map { png "data/small.png" texture { pigment { rgb x } } texture { pigment { rgb z } } } } }
object { sphere { <1, -0.5, -1>, 0.3 } pigment { rgb 1 } finish { subsurface { translucency 0.5 } } double_illuminate no_image }
blob { threshold 0.6 sphere { 0, 1, 1 } cylinder { 0, x, 0.5, 0.8 } sturm translate <0, 1, 2> pigment { crackle form <1, 1, 0> } normal { ripples 0.3 } }
superellipsoid { <0.3, 0.5> scale 0.2 pigment { julia <0.3, 0.3>, 5 } }
bicubic_patch { type 1 flatness 0.1 u_steps 2 v_steps 2 <0,0,0>, <1,0,0>, <2,0,0>, <3,0,0>, <0,1,0>, <1,1,1>, <2,1,0>, <3,1,0>, <0,2,0>, <1,2,0>, <2,2,1>, <3,2,0>, <0,3,0>, <1,3,0>, <2,3,0>, <3,3,0> uv_mapping pigment { checker scale 0.2 } }
END
render +Itextures/patterns/marble.pov +L"$files/scenes/textures/patterns" +FN +Odata/small.png
render +Idata/all.pov +FN +Odata/all.png +A0.2 +R2
render +Idata/all.pov +FC +Odata/all.tga -WT1 +SR1 +ER3 +SC1 +EC4
render +Idata/all.pov +C +FN +Odata/all.png -UV +UD
echo 'sphere { 0, 1 ' >data/broken.pov; render +Idata/broken.pov
echo '#error "stop"' >data/error.pov; render +Idata/error.pov +GAdata/all.txt
echo 'Input_File_Name=data/broken.pov' >data/options.ini; render data/options.ini
render +Inosuch.pov; render --help; render --version; render -wrong; render --generation

// The smallest program in C++ that asks a graph something: whom does a function call?
#include <libcg/file.h>
#include <libcg/graph.h>

#include <iostream>
#include <memory>

int main(int argc, char **argv)
{
    cg_graph *read = nullptr;
    cg_error error{};
    if (argc != 3 || cg_read_file(&read, argv[1], nullptr, &error)) {
        std::cerr << error.text << '\n';
        return 2;
    }
    std::unique_ptr<cg_graph, decltype(&cg_graph_free)> graph(read, cg_graph_free);
    if (cg_graph_freeze(graph.get(), &error)) {
        return 2;
    }
    cg_edge first = 0;
    uint32_t count = cg_node_out_edges(graph.get(), cg_graph_find(graph.get(), argv[2]), &first);
    for (cg_edge edge = first; edge < first + count; edge++) {
        std::cout << cg_node_name(graph.get(), cg_edge_callee(graph.get(), edge)) << '\n';
    }
}

# The graph of a source: paths of graphs begin at the root of the program.
function graph_of(file,    graph) {
    if (!(file in graph_at))
        for (graph in graphs)
            if (length(graph) > length(graph_at[file]) &&
                substr("/" file ".mcg", length(file) + 5 - length(graph)) == "/" graph)
                graph_at[file] = graph
    return graph_at[file]
}

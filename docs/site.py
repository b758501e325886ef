"""Hook of mkdocs.yml: of docs, the site has pages, figures and schemas."""
import pathlib

PUBLISHED = {".md", ".svg", ".css", ".json"}


def on_files(files, config):
    for file in list(files):
        path = pathlib.Path(file.abs_src_path)
        if path.is_relative_to(config["docs_dir"]) and path.suffix not in PUBLISHED:
            files.remove(file)
    return files

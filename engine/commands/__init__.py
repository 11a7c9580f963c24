"""The subcommands of `evenhand`: each module adds its own parsers and runs them."""

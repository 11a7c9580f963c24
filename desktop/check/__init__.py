"""The Check page: drafts in, findings marked in the text, a person decides."""

"""One module for each peer on Python, with a function that returns its application; the peers on Node.js."""

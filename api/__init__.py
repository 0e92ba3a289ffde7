"""The JSON API for programs: the same actions a browser has, over HTTP and sockets."""

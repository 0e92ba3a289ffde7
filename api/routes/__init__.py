"""The operations, each thin: parse, call one service, answer."""

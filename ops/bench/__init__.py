"""Benchmarks, run by `make bench`: rules, service, live tables, programs, idle sockets, archive.

Every figure stands beside a ceiling measured in the same run, so that a slow or busy machine is
told from slow code, and beside its aim. docs/bench.md says what each row means.
"""

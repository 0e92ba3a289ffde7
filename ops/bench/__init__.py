"""Benchmarks, run by `make bench`: engine, bots, service, live tables, memory, archive.

Every figure stands beside a ceiling measured in the same run, so that a slow or busy machine is
told from slow code.
"""

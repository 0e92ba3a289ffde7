"""`make bench`: how fast the engine, the service and the live tables are on this machine.

Every figure stands beside a ceiling measured in the same run, so that a slow or busy machine is
told from slow code.
"""

"""Proof of series: programs play a whole Swiss and an arena while processes are killed.

`make series`, or `python -m ops.series --entrants 64 --swiss <game>[:option=value,…]`
"""

"""Notices and follows: what people are told of, and whom they follow."""

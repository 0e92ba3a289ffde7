"""Sharing: what a link tells before it is opened — head tags, pictures, structured data."""

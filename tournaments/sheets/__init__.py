"""Sheets on paper: values in, pages out. Only render.py knows the records."""

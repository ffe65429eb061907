"""The Python interface: what `import headway` offers beside the table. It speaks in moves as players type them."""

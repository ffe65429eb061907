"""What `import headway` offers: every example runs, every name is typed, and nothing is loaded before it is used."""

"""What Headway is, in a few words: on the start page, in the menu and in the help."""

TAGLINE = "Two-player games on a line"

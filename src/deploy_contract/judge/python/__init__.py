"""The python judge: the definition of every verdict, in plain Python."""

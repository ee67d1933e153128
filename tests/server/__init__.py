"""Tests of the programs as processes over real sockets, and of what they are made of; [server] is installed for them."""

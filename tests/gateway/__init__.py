"""Tests of the gateway, as a process over real sockets and in its parts. They need [gateway]."""

"""Code that tests share: applications, servers, clients, readers, strategies, examples."""

"""The reference service: the deployment management service of spec/interface.md."""

"""The state of a stored deployment after a patch, for services that keep deployments."""

from deploy_contract.judge.python.after_patch import Effects, state_after

__all__ = ["Effects", "state_after"]

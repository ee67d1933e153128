"""The options of `deploy-contract decide`."""

from functools import partial

from deploy_contract_gateway import configuration
from deploy_contract_gateway.decide.settings import DecideSettings

register = partial(configuration.register, program=DecideSettings)

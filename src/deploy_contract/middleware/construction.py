"""The part that both middlewares share: an application, a contract, and the options."""

from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import Generic, TypeVar

from deploy_contract.contract import Contract, for_middleware
from deploy_contract.middleware.enforcement import Enforcer
from deploy_contract.middleware.options import MiddlewareOptions, refuse_unknown

App = TypeVar("App")


@dataclass(eq=False, repr=False)
class Middleware(MiddlewareOptions, Generic[App]):
    """An application behind a contract.

    Attributes:
        app: the application.
        contract: the contract, by default `Contract()`. If it does not choose `unknown_fields`,
            undeclared names of requests are reported.
        enforcer: decides which messages pass.

    Raises:
        ContractError: an option is wrong, or its name is.
    """

    app: App
    contract: InitVar[Contract | None] = None
    _: KW_ONLY
    enforcer: Enforcer = field(init=False)

    def __post_init__(self, contract: Contract | None) -> None:
        self.enforcer = Enforcer(for_middleware(contract or Contract()), self)

    def use(self, contract: Contract) -> None:
        """Judge by another contract from now on.

        Requests under way go on with the contract that they began with. Lookups and budget stay.
        """
        self.enforcer = self.enforcer.using(for_middleware(contract))


Middleware.__init__ = refuse_unknown(Middleware.__init__)  # type: ignore[method-assign]

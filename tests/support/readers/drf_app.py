"""An upstream on Django REST framework: `wsgi` and `asgi`, and the first behind the contract's middleware.

The variable DJANGO_URLS names another module of routes than `drf_views`.
"""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

from deploy_contract import Contract
from deploy_contract.wsgi import ContractMiddleware

settings.configure(
    ROOT_URLCONF=os.environ.get("DJANGO_URLS", "tests.support.readers.drf_views"),
    ALLOWED_HOSTS=["*"],
    INSTALLED_APPS=["rest_framework"],
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None, "DEFAULT_AUTHENTICATION_CLASSES": []},
)
wsgi, asgi = get_wsgi_application(), get_asgi_application()
judged_wsgi = ContractMiddleware(wsgi, Contract(), responses="off")

"""An upstream on Django REST framework: `wsgi` and `asgi`, and both behind the contract's middleware.

The variable DJANGO_URLS names another module of routes than `drf_views`.
"""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

from deploy_contract import Contract
from deploy_contract import asgi as over_asgi
from deploy_contract import wsgi as over_wsgi

settings.configure(
    ROOT_URLCONF=os.environ.get("DJANGO_URLS", "tests.support.readers.drf_views"),
    ALLOWED_HOSTS=["*"],
    INSTALLED_APPS=["rest_framework"],
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None, "DEFAULT_AUTHENTICATION_CLASSES": []},
)
wsgi, asgi = get_wsgi_application(), get_asgi_application()
judged_wsgi = over_wsgi.ContractMiddleware(wsgi, Contract(), responses="off")
judged_asgi = over_asgi.ContractMiddleware(asgi, Contract(), responses="off")

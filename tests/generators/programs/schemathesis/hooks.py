"""Gives each valid request an `Idempotency-Key` of its own, as clients do.

Otherwise a key repeats, and the response to it is that of an endpoint which was deleted since.
"""

from uuid import UUID, uuid4

import schemathesis

NAME = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    try:
        UUID(case.headers[NAME])
    except (AttributeError, KeyError, TypeError, ValueError):
        return
    case.headers[NAME] = str(uuid4())

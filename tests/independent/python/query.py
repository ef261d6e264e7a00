"""Reads query parameters; what is wrong with one ends as a refusal. Unknown parameters are ignored."""

import re
from datetime import date
from decimal import Decimal

CODES = {
    400: "BAD_REQUEST",
    401: "AUTHENTICATION_ERROR",
    404: "NOT_FOUND",
    409: "CONFLICT",
    422: "VALIDATION_ERROR",
    429: "RATE_LIMIT_EXCEEDED",
    500: "INTERNAL_SERVER_ERROR",
}


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def invalid(name, wish):
    return Refusal(422, f"{name} has to be {wish}")


class Query:
    def __init__(self, pairs):
        self._values = {}
        for name, value in pairs:
            self._values.setdefault(name, []).append(value)

    def text(self, name, default=None):
        return self._values[name][-1] if name in self._values else default

    def many(self, name):
        return self._values.get(name, [])

    def choice(self, name, allowed, default=None):
        value = self.text(name, default)
        if value is not default and value not in allowed:
            raise invalid(name, "one of " + ", ".join(allowed))
        return value

    def integer(self, name, default):
        value = self.text(name)
        if value is None:
            return default
        if not re.fullmatch(r"[1-9][0-9]{0,8}", value):
            raise invalid(name, "a whole number from 1")
        return int(value)

    def quantity(self, name):
        value = self.text(name)
        if value is None:
            return None
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) or Decimal(value) == 0:
            raise invalid(name, "a number above 0")
        return Decimal(value)

    def day(self, name):
        value = self.text(name)
        if value is None:
            return None
        try:
            if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
                return date.fromisoformat(value)
        except ValueError:
            pass
        raise invalid(name, "a day written YYYY-MM-DD")

    def month(self, name):
        value = self.text(name)
        if value is not None and not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", value):
            raise invalid(name, "a month written YYYY-MM")
        return value

    def range(self, start, end):
        """The days asked for, or those given; the end is included."""
        end = self.day("end") or end
        start = self.day("start") or min(start, end)
        if start > end:
            raise invalid("end", "no day before start")
        return start, end

    def page(self, rows, size=7, most=50):
        """Seven rows a page; who asks for more than fifty gets fifty."""
        current = self.integer("page", 1)
        size = min(self.integer("page_size", size), most)
        pages = -(-len(rows) // size)
        return {
            "items": rows[(current - 1) * size : current * size],
            "pagination": {
                "total_items": len(rows),
                "total_pages": pages,
                "current_page": current,
                "page_size": size,
                "has_next": current < pages,
                "has_previous": current > 1 and pages > 0,
            },
        }

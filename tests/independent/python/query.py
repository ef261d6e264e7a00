"""Parses query parameters. Invalid parameters raise an HttpError; unknown ones are ignored."""

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


class HttpError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def invalid(name, expected):
    return HttpError(422, f"{name} must be {expected}")


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
            raise invalid(name, "a positive integer")
        return int(value)

    def quantity(self, name):
        value = self.text(name)
        if value is None:
            return None
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) or Decimal(value) == 0:
            raise invalid(name, "a number greater than 0")
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
        raise invalid(name, "a date (YYYY-MM-DD)")

    def month(self, name):
        value = self.text(name)
        if value is not None and not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", value):
            raise invalid(name, "a month (YYYY-MM)")
        return value

    def range(self, start, end):
        """Returns the requested range of days, or the default. The end is inclusive."""
        end = self.day("end") or end
        start = self.day("start") or min(start, end)
        if start > end:
            raise invalid("end", "on or after start")
        return start, end

    def page(self, rows, size=7, max_size=50):
        """Returns one page, of seven rows by default and of at most fifty."""
        current = self.integer("page", 1)
        size = min(self.integer("page_size", size), max_size)
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

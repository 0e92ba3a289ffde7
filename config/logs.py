"""Log formatter: every line begins with its moment, in UTC, as ISO 8601."""

import logging
from datetime import UTC, datetime


class UTCFormatter(logging.Formatter):
    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

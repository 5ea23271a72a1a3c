"""Messages as files, without a broker server, so that no worker ever reads half of one.

The library's own transport opens a message under its final name and writes it then; a worker that looks in between
finds it empty, and ends. Here a message gets its name when it is whole.
"""

import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.transport import TRANSPORT_ALIASES
from kombu.transport.filesystem import Channel, Transport
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps


class WholeFileChannel(Channel):
    def _put(  # type: ignore[override]  # the classes above differ in the name of the message
        self, queue: str, payload: Any, **kwargs: Any
    ) -> None:
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        part = Path(self.data_folder_out, f"{name}.part")
        part.write_bytes(str_to_bytes(dumps(payload)))
        part.replace(part.with_name(name))


class WholeFileTransport(Transport):
    Channel = WholeFileChannel


def take_the_place_of_the_library_s_own() -> None:
    """Serve addresses that begin with filesystem:// from here on."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:{WholeFileTransport.__name__}"

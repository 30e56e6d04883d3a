"""A zipped file of BattleScribe's unpacked: .catz, .gstz and .rosz hold one file each."""

import io
import zipfile

from companion.errors import FileError

MAGIC = b"PK\x03\x04"
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What these programs write. LZMA would let a file of some bytes ask for gigabytes to unpack it with."""


def unzipped(data: bytes, *, file: str, most: int) -> bytes:
    """The one file in an archive, or its first `most` + 1 bytes. Raises FileError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            if len(members) != 1:
                raise FileError(file, f"must hold one file, not {len(members)}")
            if members[0].compress_type not in _PACKED:
                raise FileError(file, "is packed in a way that these programs do not use")
            with archive.open(members[0]) as member:
                return member.read(most + 1)
    except FileError:
        raise
    # What a damaged archive makes zipfile raise is promised nowhere: ValueError and struct.error are among it.
    except Exception as error:
        raise FileError(file, "is zipped, but cannot be unzipped") from error

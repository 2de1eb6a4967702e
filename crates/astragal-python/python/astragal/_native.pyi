# The compiled module. Its types are those of the package.
from typing import Any

from typing_extensions import Buffer

from astragal import InvalidTag as InvalidTag
from astragal import Mac as Mac
from astragal import Xof as Xof
from astragal import info as info
from astragal import mac as mac

def new(name: str, data: Buffer = b"", **parameters: Any) -> Any: ...

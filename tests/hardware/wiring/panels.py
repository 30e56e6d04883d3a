"""Random panels that nothing is wrong with."""

from hypothesis import strategies as st

from companion.panel.check import panel_problems
from companion.panel.config import ControlConfig, PanelConfig, ScreenConfig, SpiConfig
from companion.table.seats import Side
from companion.wartime.scenario.scenario import BOX

TIMERS = [spec.id for spec in BOX]
FREE = list(range(4, 28))
"""What SDA and SCL leave."""

_MEANT = st.one_of(
    st.just({}),
    st.builds(dict, timer=st.sampled_from(TIMERS)),
    st.builds(dict, hand=st.sampled_from(Side)),
)
_NAMES = st.text("aiW-0 :<&>\"'äß…", min_size=1, max_size=24)


@st.composite
def panels(draw: st.DrawFn) -> PanelConfig:
    devices = draw(st.lists(st.sampled_from([0, 1]), unique=True))
    free = [pin for pin in FREE if not (devices and pin in range(7, 12))]
    pins = draw(st.lists(st.sampled_from(free), unique=True, min_size=2 * len(devices), max_size=16))
    spi = [SpiConfig(device=device, dc=pins.pop(), reset=pins.pop()) for device in devices]
    reset = pins.pop() if pins and draw(st.booleans()) else None
    outputs = [pins.pop() if pins and draw(st.booleans()) else None for _ in range(2)]
    names = draw(st.lists(_NAMES, min_size=len(pins), max_size=len(pins), unique=True))
    controls = tuple(ControlConfig(id=name, gpio=pin, **draw(_MEANT)) for name, pin in zip(names, pins, strict=True))
    places = draw(
        st.lists(
            st.tuples(st.sampled_from([0x70, 0x75]), st.integers(0, 7), st.sampled_from([0x3C, 0x3D])),
            unique=True,
            max_size=8,
        )
    )
    plain = draw(st.lists(st.sampled_from([0x28, 0x3E, 0x3F]), unique=True))
    screens = [
        *(
            ScreenConfig(id=f"m{mux}{ch}{at}", shows=("gold-30",), mux=mux, channel=ch, address=at, reset=reset)
            for mux, ch, at in places
        ),
        *(ScreenConfig(id=f"s{each.device}", shows=("red-30",), spi=each) for each in spi),
        *(ScreenConfig(id=f"p{address}", shows=("red-90",), address=address, reset=reset) for address in plain),
    ]
    panel = PanelConfig(
        name=draw(_NAMES),
        screens=tuple(draw(st.permutations(screens))),
        controls=controls,
        sounder=outputs[0],
        light=outputs[1],
    )
    assert list(panel_problems(panel)) == []
    return panel

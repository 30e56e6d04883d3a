"""The states whose pages do not fit every screen yet, by id. A state that fits comes off the list; none comes on."""

TO_MEND = {
    "wartime-the-last-five-seconds",
    "wartime-time-is-up",
    "wartime-refused",
}

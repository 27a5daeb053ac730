"""The driver of the terminal: input that is not text is skipped."""

from __future__ import annotations

import sys

from textual.driver import Driver

if sys.platform != "win32":
    from textual.drivers.linux_driver import LinuxDriver

    class PatientDriver(LinuxDriver):
        """A driver that skips bytes which are not UTF-8; with that of Textual they end the app."""

        def run_input_thread(self) -> None:
            """Read keys until the app ends."""
            while True:
                try:
                    super().run_input_thread()
                except UnicodeDecodeError:  # what was read at once with it is lost
                    continue
                return


def patient(driver: type[Driver]) -> type[Driver]:
    """Return the driver to use in place of the one that Textual would use."""
    return PatientDriver if sys.platform != "win32" and driver is LinuxDriver else driver

"""Whatever goes wrong is one sentence and exit code 1, never a traceback."""

import errno
import os

import pytest

from ops.operator_error import (
    FULL_DISK,
    OperatorError,
    last_line,
    run_command,
    sentence_for,
    sentence_in,
)


def raised_by_system(number):
    return OSError(number, os.strerror(number), "/some/place")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OperatorError("Do this instead."), "Do this instead."),
        (raised_by_system(errno.ENOSPC), FULL_DISK),
        (raised_by_system(errno.EACCES), "Permission is missing for /some/place"),
        (raised_by_system(errno.EROFS), "/some/place is on a read-only disk"),
        (raised_by_system(errno.ENOTDIR), "/some/place is in the way"),
        (raised_by_system(errno.EMFILE), "Too many files are open"),
        (raised_by_system(errno.ENOMEM), "no memory or processes left"),
    ],
)
def test_errors_of_the_machine_have_their_sentence(error, words, tmp_path, capsys):
    assert words in (sentence_for(error) or "")

    def main():
        raise error

    assert run_command(main, tmp_path / "log" / "details.log") == 1
    shown = capsys.readouterr()
    assert words in shown.err
    assert "Traceback" not in shown.err + shown.out


def test_a_fault_of_the_program_keeps_its_details_in_a_file(tmp_path, capsys):
    details = tmp_path / "log" / "details.log"

    def main():
        raise KeyError("missing")

    assert run_command(main, details) == 1
    shown = capsys.readouterr().err
    assert "KeyError" in shown and str(details) in shown and "Traceback" not in shown
    assert "Traceback" in details.read_text()


def test_a_place_for_details_that_cannot_be_written_hides_nothing(tmp_path, capsys):
    (tmp_path / "log").write_text("a file where a folder is needed")

    def main():
        raise OSError(errno.ENOSPC, "No space left on device")

    assert run_command(main, tmp_path / "log" / "details.log") == 1
    assert FULL_DISK in capsys.readouterr().err


def test_a_full_disk_is_recognised_in_the_words_of_another_program():
    assert sentence_in("PANIC: could not write: No space left on device\n") == FULL_DISK
    assert sentence_in("all is well") is None


def test_last_words_are_the_last_line_that_says_something():
    assert last_line("first\nDiedOfThis: reason\n\n  \n") == "DiedOfThis: reason"
    assert last_line("") == "it printed nothing"

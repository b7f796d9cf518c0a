import itertools
import stat
import threading

import pytest

from vicinage.engines import work_folder


def test_only_its_owner_may_enter_it_where_it_was_asked_for(tmp_path):
    with work_folder("rows-", tmp_path) as folder:
        assert folder.parent == tmp_path
        assert folder.name.startswith("rows-")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_it_is_removed_whatever_happens(tmp_path, error):
    with pytest.raises(error):
        fill(tmp_path, error)

    assert list(tmp_path.iterdir()) == []


def fill(place, error):
    with work_folder(place=place) as folder:
        (folder / "inside").mkdir()
        (folder / "inside" / "rows").write_text("private")
        raise error


def test_it_is_removed_while_a_worker_writes_files_into_it(tmp_path):
    with work_folder(place=tmp_path) as folder:
        worker = threading.Thread(target=write_on, args=(folder,))
        worker.start()

    worker.join(20)
    assert not worker.is_alive()
    assert list(tmp_path.iterdir()) == []


def write_on(folder):
    """Write files until the folder is gone."""
    try:
        for number in itertools.count():
            (folder / str(number)).touch()
    except FileNotFoundError:
        pass

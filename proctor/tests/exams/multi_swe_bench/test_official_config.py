"""The official configuration file: all 21 keys, and what the official harness gets wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.official_config import KEYS, ConfigError, from_mapping, read_config

ALL: dict[str, Any] = {
    "mode": "evaluation", "workdir": "./data/workdir", "patch_files": ["p.jsonl"], "dataset_files": ["d.jsonl"],
    "force_build": False, "output_dir": "./out", "specifics": ["cli/cli:pr-1"], "skips": [], "repo_dir": "./repos",
    "need_clone": False, "global_env": ["A=b=c"], "clear_env": True, "stop_on_error": True, "max_workers": 4,
    "max_workers_build_image": 2, "max_workers_run_instance": 3, "fix_patch_run_cmd": "make", "log_dir": "./logs",
    "log_level": "DEBUG", "log_to_console": False, "human_mode": False,
}  # fmt: skip


def test_there_are_21_keys_and_all_are_read() -> None:
    assert len(KEYS) == 21 and set(ALL) == set(KEYS)
    config = from_mapping(ALL)
    for name, value in ALL.items():
        assert getattr(config, name) == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize("suffix", [".json", ".toml", ".yaml"])
def test_all_three_forms_say_the_same(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"config{suffix}"
    if suffix == ".toml":
        path.write_text("\n".join(f"{name} = {json.dumps(value)}" for name, value in ALL.items()))
    else:
        path.write_text(json.dumps(ALL))  # JSON is YAML too
    assert read_config(path) == from_mapping(ALL)


def test_unknown_keys_are_all_named() -> None:
    with pytest.raises(ConfigError, match="unknown keys: colour, max_worker "):
        from_mapping({"max_worker": 1, "colour": 2, "mode": "evaluation"})


@pytest.mark.parametrize(
    ("key", "value"),
    [("mode", "dance"), ("max_workers", 0), ("max_workers", True), ("specifics", "cli"), ("need_clone", "no"),
     ("workdir", 3), ("global_env", ["A"]), ("global_env", ["=b"])],
)  # fmt: skip
def test_a_bad_value_names_its_key(key: str, value: object) -> None:
    with pytest.raises(ConfigError, match=key):
        from_mapping({key: value})


def test_an_environment_value_may_hold_an_equals_sign() -> None:
    assert from_mapping({"global_env": ["A=b=c", "B="]}).environment == {"A": "b=c", "B": ""}


def test_specifics_select_that_instance_alone() -> None:
    config = from_mapping({"specifics": ["cli/cli:pr-1", "axios"], "skips": ["axios__axios-5"]})
    wanted = [InstanceId("cli", "cli", 1), InstanceId("axios", "axios", 6)]
    others = [InstanceId("cli", "cli", 12), InstanceId("axios", "axios", 5), InstanceId("x", "cli", 1)]
    assert all(map(config.selects, wanted)) and not any(map(config.selects, others))


def test_the_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODE", "image")
    assert from_mapping({"mode": "evaluation"}).mode == "evaluation"


@pytest.mark.parametrize("text", ["{", "[]"])
def test_a_file_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.json"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"config\.json"):
        read_config(path)


def test_patterns_name_files_and_one_that_fits_none_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b.jsonl", "a.jsonl", "other.txt"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    config = from_mapping({"patch_files": ["./*.jsonl", "a.jsonl"], "dataset_files": [f"{tmp_path}/o*"]})
    assert config.files("patch_files") == [Path("a.jsonl"), Path("b.jsonl")]
    assert config.files("dataset_files") == [tmp_path / "other.txt"]
    with pytest.raises(ConfigError, match=r"dataset_files: nothing fits 'x\*'"):
        from_mapping({"dataset_files": ["x*"]}).files("dataset_files")
    with pytest.raises(ConfigError, match="names no patch_files"):
        from_mapping({}).files("patch_files")

"""Every language has rules, and a malformed data file is refused by name."""

from __future__ import annotations

import pytest

from proctor.compliance.bans import found_in, mend
from proctor.compliance.rules import RulesError, parse_rules, rules_of
from proctor.languages.catalogue import languages


@pytest.mark.parametrize("name", sorted(languages()))
def test_every_language_has_rules(name: str) -> None:
    rules = rules_of(name)
    assert rules.labels and (rules.bans or rules.modules)
    for _, what in (*rules.bans, *rules.words, *rules.raw, *((m, w) for m, w in rules.modules.items())):
        assert mend(what), f"{what}: nothing says how to mend it"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = ", "Invalid value"),
        ("wrong = 1", "unknown key wrong"),
        ("comments = 'x'", "comments must be a list of strings"),
        ("nested = [['a']]", "nested takes pairs"),
        ("bans = 3", r"\[bans\] must be a table"),
        ("[bans]\n'x' = ['(']", "missing \\)"),
    ],
)
def test_a_malformed_file_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=f"rules of thing: .*{reason}"):
        parse_rules("thing", text)


def test_an_unknown_language_has_none() -> None:
    with pytest.raises(RulesError, match="no rules for 'klingon'"):
        rules_of("klingon")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ada", "with GNAT.OS_Lib;"),
        ("ada", 'pragma Import (C, System, "system");'),
        ("common-lisp", '(sb-ext:run-program "/bin/sh" nil)'),
        ("cpp", "#embed <x>"),
        ("csharp", "var p = new Process();"),
        ("csharp", "Sys\\u0074em.X();"),
        ("d", "import std.process : execute;"),
        ("elixir", ":os.cmd('ls')"),
        ("elixir", "apply(:os, :cmd, ['ls'])"),
        ("erlang", "apply(os, cmd, [X])."),
        ("fortran", "call system('ls')"),
        ("go", 'import (\n\t"C"\n)'),
        ("go", 'import "os/exec"'),
        ("haskell", "{-# OPTIONS_GHC -F -pgmF x #-}"),
        ("haskell", "import System.Process"),
        ("java", 'String s = "\\u0022; Runtime";'),
        ("javascript", 'const {spawn} = require("node:child_process")'),
        ("javascript", 'import x from "child_process"'),
        ("javascript", 'process["dl" + "open"]'),
        ("javascript", 'requ\\u0069re("x")'),
        ("kotlin", "Runtime.getRuntime().exec(x)"),
        ("lua", 'io.popen("ls")'),
        ("lua", 'local f = "popen"; io[f]("ls")'),
        ("nim", "proc f() {.importc.}"),
        ("ocaml", 'Sys . command "ls"'),
        ("ocaml", "open Unix"),
        ("pascal", "{$L x.o}"),
        ("pascal", "uses SysUtils, Process;"),
        ("php", "<?php shell_exec('ls');"),
        ("php", "<?php $f = 'proc_open'; $f('ls');"),
        ("prolog", ":- use_module(library(process))."),
        ("prolog", "main :- shell(ls)."),
        ("r", 'do.call("dyn.load", list("x"))'),
        ("r", "library(RSQLite)"),
        ("racket", "(require racket/system)"),
        ("ruby", "%x(ls)"),
        ("ruby", 'system("ls")'),
        ("rust", "use std::process as p;"),
        ("rust", "#[path = \"x\"] mod x;"),
        ("tcl", "set x [exec ls]"),
        ("tcl", 'open "|ls"'),
        ("tcl", "package require sqlite3"),
        ("visual-basic", 'Shell("x")'),
    ],
)  # fmt: skip
def test_what_is_banned(language: str, text: str) -> None:
    rules = rules_of(language)
    assert list(found_in(text, "file", rules, list(rules.syntax.spans(text))))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ada", "X : Integer := Integer'Last; -- pragma Import (C, X)"),
        ("csharp", "var process = Step(); // Process.Start"),
        ("d", 'writeln("asm std.process");'),
        ("elixir", ":os.system_time(:second)"),
        ("erlang", "exec(Plan) -> run(Plan)."),
        ("go", 'fmt.Println("unsafe")'.replace('"unsafe"', '"is unsafe"')),
        ("javascript", 'const fs = require("fs"), { exec } = require("./plan");'),
        ("javascript", "statement.exec(sql)"),
        ("javascript", "x = text.replace(/[\\u0300-\\u036f]/g, '');"),
        ("ruby", "require_relative 'plan'\nrequire 'set'"),
        ("lua", "statement:execute(os.time())"),
        ("ocaml", "let command = Sys.argv.(1)"),
        ("pascal", "{$R+} {$mode objfpc}"),
        ("php", "<?php $this->exec($sql); Db::exec($x); function exec() {}"),
        ("prolog", "exec(Plan) :- run(Plan)."),
        ("r", "x <- system.time(run())"),
        ("ruby", "db.exec(sql)\ndef exec(sql)\nend"),
        ("rust", "std::process::exit(0); let c = Command::new(plan);"),
        ("tcl", "exec_statement $db\nproc execute {} {}"),
    ],
)  # fmt: skip
def test_what_is_not(language: str, text: str) -> None:
    rules = rules_of(language)
    assert not [str(one) for one in found_in(text, "file", rules, list(rules.syntax.spans(text)))]

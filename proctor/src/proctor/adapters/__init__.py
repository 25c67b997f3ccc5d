"""Proctor inside other frameworks, and other frameworks' forms of its exams."""

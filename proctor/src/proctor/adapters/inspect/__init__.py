"""Inspect tasks over Proctor's exams: models take them in Inspect, Proctor's own core grades outside the
room.
"""

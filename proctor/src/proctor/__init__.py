"""Proctor: grades what a model wrote, case by case, isolated, with figures that explain themselves."""

__version__ = "0.1.0"

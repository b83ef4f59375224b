"""Tablets and boards at a cable: sync, send an event, deploy, doctor, rescue."""

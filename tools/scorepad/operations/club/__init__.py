"""The club: settings, house rules, rebuild, backup, restore."""

"""Events of duplicate: plan, name pairs, let them leave, drop, show."""

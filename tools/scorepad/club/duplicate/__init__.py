"""An evening of duplicate: boards from several tables, scored across the field."""

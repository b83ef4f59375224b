"""What other programs read: JSON, CSV, PBN, USEBIO, BridgeWebs."""

"""What reports say of events: movements, cards, plans, travellers, knock-outs, seasons."""

"""All that talks to tablets: the cable, the sync, what is sent, deploy and rescue."""

"""What people read: `content` is what reports say, `drawing` draws that for each medium."""

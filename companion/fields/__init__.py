"""Input from outside as typed structs: whatever is wrong with it is named by its field, in players' words."""

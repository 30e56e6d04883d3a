"""Reads unit cards out of the files of BattleScribe and New Recruit: .cat .catz .gst .gstz .ros .rosz."""

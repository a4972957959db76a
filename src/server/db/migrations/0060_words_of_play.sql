-- The tables of responsible play in the words of the code: a session of play, and what a person set for it.
ALTER TABLE play_sitting RENAME TO play_session;
ALTER TABLE play_control RENAME TO responsible_play;

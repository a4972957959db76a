-- Lists of the back office: days on which somebody raised a stake to win back a loss, newest first.
CREATE INDEX play_day_chased ON play_day (day DESC, user_id DESC) WHERE chased > 0;

-- The mails of a person, as the desk of people lists them.

CREATE INDEX mail_outbox_of_user ON mail_outbox (user_id, id);

-- Mails that waited in the outbox are jobs from now on: a try each at the time that was set for it, 11 in all.
SELECT graphile_worker.add_job('mail.send', json_build_object('mailId', id), run_at => next_at, max_attempts => 11)
FROM mail_outbox WHERE state IN ('WAITING', 'HANDED');

-- Nothing looks for what is due in the outbox itself any more.
DROP INDEX mail_outbox_due;

-- Mails: an outbox filled by the transactions that cause them, and who wants none.

-- One mail. Its address and the words put into it are sealed with the person's key: erased with that key.
CREATE TABLE mail_outbox (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL,
  kind       text NOT NULL,
  -- Locale of the reader.
  language   text NOT NULL,
  -- null once it is no longer needed.
  sealed     bytea,
  -- WAITING -> HANDED (the last byte may leave from now on) -> SENT; back to WAITING after a definite "not now".
  -- UNSURE: handed over, and nobody knows what became of it: never sent again. KEPT: shown by the sandbox, never sent.
  state      text NOT NULL CHECK (state IN ('WAITING', 'HANDED', 'SENT', 'KEPT', 'UNSURE', 'FAILED', 'DROPPED')),
  attempts   smallint NOT NULL DEFAULT 0,
  -- Not before then; while a process works on it, until when it is his.
  next_at    timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at   timestamptz,
  -- Reply code and name of the last failure; never the server's words, which repeat the address.
  fault      text
);

CREATE INDEX mail_outbox_due ON mail_outbox (next_at) WHERE state IN ('WAITING', 'HANDED');
CREATE INDEX mail_outbox_kept ON mail_outbox (created_at DESC) WHERE state = 'KEPT';
CREATE INDEX mail_outbox_ended ON mail_outbox (ended_at) WHERE sealed IS NOT NULL;

-- People who want no mail but what their account needs.
CREATE TABLE mail_opt_out (
  user_id uuid PRIMARY KEY,
  at      timestamptz NOT NULL
);

-- Why people left. The comment is sealed with the person's key.
CREATE TABLE unsubscribe_answer (
  id      uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  at      timestamptz NOT NULL,
  reasons text[] NOT NULL,
  comment bytea
);
CREATE INDEX unsubscribe_answer_of_user ON unsubscribe_answer (user_id);

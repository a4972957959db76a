-- Tickets of support: what people ask, and what they are answered.

CREATE TABLE support_ticket (
  id              uuid PRIMARY KEY,
  -- What people and colleagues call it by.
  number          bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) UNIQUE,
  -- null: a visitor.
  user_id         uuid,
  -- Whose key seals what it says: the person's, else one of its own.
  key_id          uuid NOT NULL,
  -- Names, e-mail address and telephone number as they were given: sealed.
  sender          bytea NOT NULL,
  -- Keyed hash of a visitor's address: how many tickets it has begun.
  email_blind     bytea,
  language        text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('QUESTION', 'COMPLAINT')),
  state           text NOT NULL CHECK (state IN ('NEW', 'OPEN', 'WAITING_USER', 'ESCALATED', 'RESOLVED', 'CLOSED', 'SPAM')),
  team            text CHECK (team IN ('cashier', 'compliance', 'settlement')),
  about_kind      text,
  about_ref       text CHECK (length(about_ref) BETWEEN 1 AND 100),
  -- A colleague who answers it.
  owner           uuid,
  opened_at       timestamptz NOT NULL,
  -- Since when it is in its state.
  state_at        timestamptz NOT NULL,
  -- Since when it waits for the house; null: it does not.
  waits_since     timestamptz,
  first_answer_at timestamptz,
  CHECK ((about_kind IS NULL) = (about_ref IS NULL)),
  CHECK ((state = 'ESCALATED') = (team IS NOT NULL)),
  CHECK ((user_id IS NULL) = (email_blind IS NOT NULL))
);
CREATE INDEX support_ticket_of_user ON support_ticket (user_id, id);
CREATE INDEX support_ticket_of_address ON support_ticket (email_blind, opened_at);
CREATE INDEX support_ticket_by_state ON support_ticket (state, id);
CREATE INDEX support_ticket_by_age ON support_ticket (state, state_at);

-- What was written, both ways: sealed with the key of its ticket.
CREATE TABLE support_message (
  id      uuid PRIMARY KEY,
  ticket  uuid NOT NULL REFERENCES support_ticket ON DELETE CASCADE,
  user_id uuid,
  -- null: the person wrote it; else a colleague.
  author  uuid,
  body    bytea NOT NULL,
  at      timestamptz NOT NULL
);
CREATE INDEX support_message_of_ticket ON support_message (ticket, id);
CREATE INDEX support_message_of_user ON support_message (user_id);

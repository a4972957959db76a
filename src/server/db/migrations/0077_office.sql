-- The back office: notes and tags on records, who works on one, and saved filters of desks.

CREATE TABLE office_note (
  id          uuid PRIMARY KEY,
  desk        text NOT NULL,
  record      text NOT NULL,
  -- Whom the record is about; the text is sealed with their key. null: nobody, and it is sealed with the key of the house.
  user_id     uuid REFERENCES app_user,
  author      uuid NOT NULL,
  text_sealed bytea NOT NULL,
  written_at  timestamptz NOT NULL
);
CREATE INDEX office_note_of_record ON office_note (desk, record, id);
CREATE INDEX office_note_of_user ON office_note (user_id);

CREATE TABLE office_tag (
  desk    text NOT NULL,
  record  text NOT NULL,
  tag     text NOT NULL,
  user_id uuid REFERENCES app_user,
  PRIMARY KEY (desk, record, tag)
);
CREATE INDEX office_tag_by_tag ON office_tag (desk, tag, record);
CREATE INDEX office_tag_of_user ON office_tag (user_id);

-- One person at a time works on a record.
CREATE TABLE office_lock (
  desk   text NOT NULL,
  record text NOT NULL,
  holder uuid NOT NULL REFERENCES app_user,
  until  timestamptz NOT NULL,
  PRIMARY KEY (desk, record)
);

CREATE TABLE office_view (
  id      uuid PRIMARY KEY,
  owner   uuid NOT NULL REFERENCES app_user,
  -- Shared with everybody of this role; null: its owner's alone.
  role    text,
  desk    text NOT NULL,
  name    text NOT NULL,
  -- The query of the desk's address.
  filter  text NOT NULL,
  made_at timestamptz NOT NULL,
  UNIQUE (owner, desk, name)
);
CREATE INDEX office_view_of_role ON office_view (role) WHERE role IS NOT NULL;

-- People as the desk lists them: newest first, without those who only practise.
CREATE INDEX app_user_people ON app_user (id) WHERE role <> 'DEMO';
CREATE INDEX app_user_by_role ON app_user (role, id);
CREATE INDEX app_user_by_country ON app_user (country, id) WHERE role <> 'DEMO';
CREATE INDEX app_user_blocked_by_id ON app_user (id) WHERE blocked_at IS NOT NULL;
CREATE INDEX app_user_closed_by_id ON app_user (id) WHERE closed_at IS NOT NULL;

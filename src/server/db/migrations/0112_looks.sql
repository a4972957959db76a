-- When staff saw what is otherwise masked of a person, for the person to read; and the cases of a person by number.

CREATE TABLE personal_look (
  id       uuid PRIMARY KEY,
  user_id  uuid NOT NULL REFERENCES app_user,
  staff    uuid NOT NULL REFERENCES app_user,
  -- clear: who they are and how they are reached. as_person: the product as they see it.
  what     text NOT NULL CHECK (what IN ('clear', 'as_person')),
  at       timestamptz NOT NULL,
  -- Of `as_person`: when it was over.
  ended_at timestamptz
);
CREATE INDEX personal_look_of ON personal_look (user_id, id);
CREATE INDEX verification_case_of ON verification_case (user_id, id);
CREATE INDEX document_review_person ON document_review (user_id, id);

-- Legal names are found by their words: a keyed hash of each, so that a word can be asked for and none can be read.

CREATE TABLE legal_name_word (
  user_id uuid NOT NULL REFERENCES legal_name ON DELETE CASCADE,
  word    bytea NOT NULL,
  PRIMARY KEY (word, user_id)
);
CREATE INDEX legal_name_word_of ON legal_name_word (user_id);

-- By which rule its words were made; 0: they weren't yet.
ALTER TABLE legal_name ADD COLUMN words_by smallint NOT NULL DEFAULT 0;
CREATE INDEX legal_name_without_words ON legal_name (user_id) WHERE words_by = 0 AND sealed IS NOT NULL;

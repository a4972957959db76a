-- What is counted of the articles of the help center, by day: of people nothing.

CREATE TABLE help_view_day (
  article text NOT NULL,
  -- Of UTC.
  day     date NOT NULL,
  views   integer NOT NULL CHECK (views > 0),
  PRIMARY KEY (day, article)
);

CREATE TABLE help_verdict_day (
  article  text NOT NULL,
  -- Route code of the language it was read in.
  language text NOT NULL,
  day      date NOT NULL,
  helped   boolean NOT NULL,
  -- Why not; empty: not said.
  reason   text NOT NULL DEFAULT '' CHECK (reason IN ('', 'unclear', 'incomplete', 'wrong', 'other')),
  count    integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, article, language, helped, reason),
  CHECK (reason = '' OR NOT helped)
);

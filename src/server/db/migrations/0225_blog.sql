-- Posts of the blog. One is public from its moment on, in every reader alike: nothing has to run for it.

CREATE TABLE blog_post (
  id         uuid PRIMARY KEY,
  -- Its address, of all languages.
  slug       text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80),
  tags       text[] NOT NULL CHECK (cardinality(tags) BETWEEN 1 AND 3),
  author     text NOT NULL CHECK (length(author) BETWEEN 1 AND 60),
  -- null: a draft.
  publish_at timestamptz,
  made_at    timestamptz NOT NULL
);
CREATE INDEX blog_post_by_time ON blog_post (publish_at DESC, id DESC) WHERE publish_at IS NOT NULL;

-- A post in a language (route code). English is there for every post that is published.
CREATE TABLE blog_text (
  post       uuid NOT NULL REFERENCES blog_post,
  language   text NOT NULL,
  title      text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  summary    text NOT NULL CHECK (length(summary) BETWEEN 1 AND 300),
  -- Markdown, as it was written.
  body       text NOT NULL CHECK (length(body) BETWEEN 1 AND 40000),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (post, language)
);

-- Pictures in posts, drawn anew when they came. The name is their address.
CREATE TABLE blog_picture (
  name    text PRIMARY KEY CHECK (name ~ '^[0-9a-f]{32}$'),
  post    uuid NOT NULL REFERENCES blog_post,
  width   integer NOT NULL,
  height  integer NOT NULL,
  -- WebP.
  bytes   bytea NOT NULL,
  made_at timestamptz NOT NULL
);
CREATE INDEX blog_picture_of_post ON blog_picture (post, made_at);

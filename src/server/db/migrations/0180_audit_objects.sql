-- What an entry of the audit log is about, so that the page of a record can show its past: the text of an entry is sealed, and no index looks into
-- it. No foreign key: it would lock the entry, which nobody may change. People are found by `subject_id` of the log. Entries from before this table
-- are in the log alone.
CREATE TABLE audit_object (
  object_type text NOT NULL,
  object_id   text NOT NULL,
  seq         bigint NOT NULL,
  log         text NOT NULL,
  PRIMARY KEY (object_type, object_id, seq)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_object FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_object FROM PUBLIC, CURRENT_USER;

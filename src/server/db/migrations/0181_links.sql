-- What several people have in common, for the desk of linked accounts: the same file sent as a document, the same address of a payout. What they
-- have in common of devices has its index (0028).
CREATE INDEX document_file_by_content ON document_file (sha256, user_id) WHERE review IS NOT NULL;
CREATE INDEX saved_address_by_place ON saved_address (network, address, tag, user_id);
CREATE INDEX withdrawal_by_place ON withdrawal (network, address, tag, user_id);

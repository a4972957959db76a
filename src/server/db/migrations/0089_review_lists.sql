-- The desk of documents reads reviews by their id, which grows with the time.

CREATE INDEX document_review_waiting ON document_review (id) WHERE outcome IS NULL;
CREATE INDEX document_review_decided ON document_review (id) WHERE outcome IS NOT NULL;

-- Lists of the back office by their states, newest first: with 100,000 rows behind one, a state that few rows have was found by walking all of them.
CREATE INDEX approval_request_by_state ON approval_request (state, id DESC);
CREATE INDEX event_market_by_state ON event_market (state, id DESC);
CREATE INDEX event_comment_by_state ON event_comment (state, id DESC);
CREATE INDEX feed_incident_of_pair ON feed_incident (pair, from_at DESC, stream DESC);
CREATE INDEX correction_proposal_by_time ON correction_proposal (proposed_at DESC, id DESC);
-- Counted for the side navigation at every visit.
CREATE INDEX suspicion_report_drafts ON suspicion_report (id) WHERE state = 'draft';
-- Files of a person, for those who have the same.
CREATE INDEX document_file_of ON document_file (user_id);
-- Looked up when a comment is shown to staff: how many of its event are pinned.
CREATE INDEX event_comment_pinned ON event_comment (event_id) WHERE pinned;
-- Those that were rated, for the chart of the desk.
CREATE INDEX support_ticket_rated ON support_ticket (id) WHERE rating IS NOT NULL;

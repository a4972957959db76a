-- How long people waited for a first answer is asked for by the day of the answer.
CREATE INDEX support_ticket_by_answer ON support_ticket (first_answer_at) WHERE first_answer_at IS NOT NULL;

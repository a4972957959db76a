import { on, type Filled } from './filled.ts';

/** Rows of documents, cases and reports. */
export const CHECKS: readonly Filled[] = [
  on(
    {
      user_id: `dr_id('person', i)`,
      name: `'governmentId'`,
      status: `dr_pick('PENDING_APPROVE APPROVED', i)`,
      changed_at: 'dr_at(i)',
    },
    'document',
  ),
  on(
    {
      id: `dr_id('review', i)`,
      user_id: 'dr_who(i)',
      document: `dr_pick('governmentId selfieWithId proofOfResidence complianceVideo', i)`,
      form: `'passport'`,
      sent_at: 'dr_at(i)',
      alarms: '2',
      outcome: `CASE WHEN i % 10 > 0 THEN dr_pick('approved retry final', i) END`,
      reason: `CASE WHEN i % 10 > 0 AND i % 3 > 0 THEN 'blurred' END`,
      decided_at: 'CASE WHEN i % 10 > 0 THEN dr_at(i) END',
    },
    'document_review',
  ),
  on(
    {
      user_id: 'dr_who(i)',
      document: `'governmentId'`,
      review: `dr_id('review', i)`,
      staff: `dr_id('person', 1)`,
      role: `'COMPLIANCE'`,
      what: `'opened'`,
      at: 'dr_at(i)',
    },
    'document_view',
  ),
  on(
    {
      id: `dr_id('file', i)`,
      user_id: 'dr_who(i)',
      document: `'governmentId'`,
      side: `'front'`,
      size: '1000',
      sha256: 'dr_hash(i / 4)',
      received: '1000',
      state: `'REMOVED'`,
      key: 'dr_sealed(i)',
      review: `dr_id('review', i)`,
      made_at: 'dr_at(i)',
      changed_at: 'dr_at(i)',
    },
    'document_file',
  ),
  on(
    {
      id: `dr_id('case', i)`,
      user_id: `CASE WHEN i % 10 = 2 THEN dr_id('person', i) ELSE dr_who(i) END`,
      opened_at: 'dr_at(i)',
      due_at: `dr_at(i) + interval '1 day'`,
      escalated_at: 'dr_at(i)',
      ended_at: 'CASE WHEN i % 10 <> 2 THEN dr_at(i) END',
      outcome: `CASE WHEN i % 10 <> 2 THEN dr_pick('cleared confirmed not_enough', i) END`,
    },
    'verification_case',
  ),
  on(
    {
      case_id: `dr_id('case', i)`,
      user_id: `dr_id('person', i)`,
      digest: 'dr_hash(1)',
      entry_id: `'E-1'`,
      list_no: '1',
      name_version: '1',
      score: '0.9',
      features: `decode('01', 'hex') || substr(dr_hash(i), 1, 8) || dr_hash(i)`,
      found_at: 'dr_at(i)',
    },
    'case_hit',
  ),
  on(
    {
      id: `dr_id('report', i)`,
      user_id: 'dr_who(i)',
      text: 'dr_sealed(i)',
      written_by: `dr_id('person', 1)`,
      written_at: 'dr_at(i)',
      state: `CASE WHEN i % 10 = 0 THEN 'draft' ELSE 'dropped' END`,
      ended_at: 'CASE WHEN i % 10 > 0 THEN dr_at(i) END',
    },
    'suspicion_report',
  ),
  on(
    {
      id: `dr_id('sheet', i)`,
      list_no: '1',
      threshold: '0.9',
      shadow: 'i % 2 = 0',
      begun_at: 'dr_at(i)',
      ended_at: 'dr_at(i)',
    },
    'screening_sheet',
  ),
  on(
    {
      sheet_id: `dr_id('sheet', 2)`,
      user_id: `dr_id('person', i)`,
      kind: `dr_pick('new gone', i)`,
      score: '0.5',
    },
    'screening_difference',
  ),
];

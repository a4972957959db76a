import { on, type Filled } from './filled.ts';

/** Rows of the work of staff itself. */
export const WORK: readonly Filled[] = [
  on(
    {
      id: `dr_id('request', i)`,
      act: `'house.moved'`,
      fields: `jsonb_build_object('what', 'fund-maker', 'amount', '1000000', 'id', 'm-' || i)`,
      reason: 'dr_sealed(1)',
      maker: `dr_id('person', 1)`,
      people: '2',
      made_at: 'dr_at(i)',
      expires_at: `dr_at(i) + interval '1 day'`,
      digest: 'dr_hash(i)',
      state: `CASE WHEN i % 10 = 0 THEN 'OPEN' ELSE 'REFUSED' END`,
      ended_at: 'CASE WHEN i % 10 > 0 THEN dr_at(i) END',
    },
    'approval_request',
  ),
  on(
    {
      id: `dr_id('bulk', i)`,
      act: `'tag'`,
      fields: `'{}'`,
      sealed: 'dr_sealed(1)',
      asked_by: `dr_id('person', 1)`,
      role: `'ADMIN'`,
      session: `dr_id('session', 1)`,
      state: `dr_pick('DONE STOPPED', i)`,
      people: '10',
      made_at: 'dr_at(i)',
      ended_at: 'dr_at(i)',
    },
    'bulk_act',
  ),
  on(
    { bulk: `dr_id('bulk', i / 10)`, no: 'i', user_id: `dr_id('person', i)`, tried: `'changes'`, done: `'done'` },
    'bulk_person',
  ),
  on(
    {
      id: `dr_id('announcement', i)`,
      about: `'quick'`,
      pair: `''`,
      from_at: 'dr_at(i)',
      until_at: `dr_at(i) + interval '1 hour'`,
      reason: `'work'`,
      made_at: 'dr_at(i)',
      ended_at: 'dr_at(i)',
    },
    'announcement',
  ),
];

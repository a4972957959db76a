import { on, type Filled } from './filled.ts';

/** Rows of people: who they are, how they came in, what they were told. */
export const PEOPLE: readonly Filled[] = [
  on(
    {
      id: `dr_id('person', i)`,
      role: `CASE WHEN i % 50 = 0 THEN 'DEMO' WHEN i % 5000 = 1 THEN 'SUPPORT' ELSE 'USER' END`,
      created_at: 'dr_at(i)',
      country: `dr_pick('DE FR ES IT GB IN JP UA SE SA', i)`,
      email_confirmed_at: 'dr_at(i)',
      blocked_at: 'CASE WHEN i % 200 = 3 THEN dr_at(i) END',
      closed_at: 'CASE WHEN i % 300 = 4 THEN dr_at(i) END',
    },
    'app_user',
  ),
  on(
    {
      user_id: `dr_id('person', i)`,
      key_id: 'substr(dr_hash(i), 1, 8)',
      master_id: `'gone'`,
      made_at: 'dr_at(i)',
      destroyed_at: 'dr_at(i)',
    },
    'subject_key',
  ),
  on(
    {
      user_id: `dr_id('person', i)`,
      status: `dr_pick('PENDING_NAME APPROVED APPROVED PENDING_APPROVE REJECTED', i)`,
      words_by: '1',
    },
    'legal_name',
  ),
  on(
    {
      id: `dr_id('session', i)`,
      user_id: 'dr_who(i)',
      realm: `'real'`,
      started_at: 'dr_at(i)',
      renewed_at: 'dr_at(i)',
      expires_at: `dr_at(i) + interval '1 day'`,
      method: `'password'`,
      user_agent: `'Mozilla/5.0'`,
      ended_at: 'CASE WHEN i % 3 > 0 THEN dr_at(i) END',
    },
    'session',
  ),
  on(
    { id: `dr_id('sign-in', i)`, user_id: 'dr_who(i)', at: 'dr_at(i)', method: `'password'`, outcome: `'OK'` },
    'sign_in',
  ),
  on(
    {
      user_id: 'dr_who(i)',
      cookie_hash: 'dr_hash(i)',
      first_seen_at: 'dr_at(i)',
      last_seen_at: 'dr_at(i)',
      browser: `md5('browser' || i / 4)::uuid`,
    },
    'device',
  ),
  on(
    {
      id: `dr_id('key', i)`,
      user_id: 'dr_who(i)',
      acts_as: 'dr_who(i)',
      kind: `'bearer'`,
      name: `'bot ' || i`,
      hash: 'dr_hash(i)',
      scopes: `'{read}'`,
      addresses: `'{}'`,
      rate_per_min: '60',
      created_at: 'dr_at(i)',
    },
    'api_key',
  ),
  on(
    {
      id: `dr_id('consent', i)`,
      user_id: 'dr_who(i)',
      document: `'terms'`,
      version: `'1'`,
      hash: 'dr_hash(1)',
      choice: `'accepted'`,
      language: `'en'`,
      at: 'dr_at(i)',
    },
    'consent',
  ),
  on(
    {
      id: `dr_id('note', i)`,
      desk: `'tickets'`,
      record: `dr_id('ticket', i)::text`,
      author: `dr_id('person', 1)`,
      user_id: 'dr_who(i)',
      text_sealed: 'dr_sealed(i)',
      written_at: 'dr_at(i)',
    },
    'office_note',
  ),
  on(
    {
      desk: `'people'`,
      record: `dr_id('person', i)::text`,
      tag: `dr_pick('vip watch slow', i)`,
      user_id: `dr_id('person', i)`,
    },
    'office_tag',
  ),
  on(
    {
      id: `dr_id('look', i)`,
      user_id: 'dr_who(i)',
      staff: `dr_id('person', 1)`,
      what: `dr_pick('clear as_person', i)`,
      at: 'dr_at(i)',
      ended_at: 'dr_at(i)',
    },
    'personal_look',
  ),
  on(
    {
      id: `dr_id('notification', i)`,
      user_id: 'dr_who(i)',
      kind: `'deposit.credited'`,
      at: 'dr_at(i)',
      details: `'{}'`,
      told: 'true',
    },
    'notification',
  ),
  on(
    {
      id: `dr_id('mail', i)`,
      user_id: 'dr_who(i)',
      kind: `dr_pick('welcome sign-in deposit', i)`,
      language: `'en'`,
      state: `dr_pick('SENT SENT SENT KEPT FAILED DROPPED UNSURE', i)`,
      next_at: 'dr_at(i)',
      created_at: 'dr_at(i)',
      ended_at: 'dr_at(i)',
    },
    'mail_outbox',
  ),
  on(
    { user_id: 'dr_who(i)', what: `dr_pick('play payouts', i)`, holds: 'i % 4 < 2', set_at: 'dr_at(i)' },
    'house_restriction',
  ),
  on({ user_id: 'dr_who(i)', value: '1000000', set_at: 'dr_at(i)' }, 'house_limit'),
];

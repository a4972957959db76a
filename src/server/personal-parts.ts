import type { PersonalPart } from './personal-data/index.ts';
import { AUDIT_PERSONAL_DATA } from './audit/personal-data.ts';
import { HEARTBEATS_PERSONAL_DATA } from './heartbeats/personal-data.ts';
import { IDEMPOTENCY_PERSONAL_DATA } from './idempotency/personal-data.ts';
import { IDENTITY_PERSONAL_DATA } from './identity/personal-data.ts';
import { LEDGER_PERSONAL_DATA } from './ledger/store-personal-data.ts';
import { LIMITS_PERSONAL_DATA } from './limits/personal-data.ts';
import { MAIL_PERSONAL_DATA } from './mail/personal-data.ts';
import { NOTIFICATIONS_PERSONAL_DATA } from './notifications/personal-data.ts';
import { PRIVACY_PERSONAL_DATA } from './privacy/personal-data.ts';
import { PROOFS_PERSONAL_DATA } from './proofs/personal-data.ts';
import { TRADING_PERSONAL_DATA } from './trading/store-personal-data.ts';
import { VAULT_PERSONAL_DATA } from './vault/personal-data.ts';

/** What every subject holds of people, in the order of the file that they may ask for. */
export const PERSONAL_PARTS: readonly PersonalPart[] = [
  IDENTITY_PERSONAL_DATA,
  PRIVACY_PERSONAL_DATA,
  MAIL_PERSONAL_DATA,
  NOTIFICATIONS_PERSONAL_DATA,
  LIMITS_PERSONAL_DATA,
  TRADING_PERSONAL_DATA,
  PROOFS_PERSONAL_DATA,
  LEDGER_PERSONAL_DATA,
  HEARTBEATS_PERSONAL_DATA,
  IDEMPOTENCY_PERSONAL_DATA,
  VAULT_PERSONAL_DATA,
  AUDIT_PERSONAL_DATA,
];

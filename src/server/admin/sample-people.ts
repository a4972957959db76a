import assert from 'node:assert/strict';
import { usdt } from '#domain/money.ts';
import type { Role } from '#domain/identity/actor.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { grantSandbox } from '#server/ledger/index.ts';
import { recordSignUp } from '#server/privacy/index.ts';
import { giveCheckedName } from '#server/verification/index.ts';
import { createVault } from '#server/vault/index.ts';

/** Of every sample person. It opens nothing but a sandbox: production refuses a database that ever was one. */
export const SAMPLE_PASSWORD = 'Sandbox-walk-42';
const BIRTH_DATE = '1990-05-17';
const BALANCE = usdt(5_000_000_000n);

export const SAMPLE_PEOPLE: readonly { readonly email: string; readonly role: Role; readonly says: string }[] = [
  { email: 'user@sandbox.example', role: 'USER', says: 'user with 5,000 and an approved name' },
  { email: 'admin@sandbox.example', role: 'ADMIN', says: 'administrator' },
  { email: 'admin2@sandbox.example', role: 'ADMIN', says: 'another administrator, for what takes two of them' },
  { email: 'support@sandbox.example', role: 'SUPPORT', says: 'support' },
  { email: 'compliance@sandbox.example', role: 'COMPLIANCE', says: 'compliance: verification and risk' },
  { email: 'cashier@sandbox.example', role: 'CASHIER', says: 'cashier: payments' },
  { email: 'editor@sandbox.example', role: 'EDITOR', says: 'editor: blog, help and events' },
  { email: 'resolver@sandbox.example', role: 'RESOLVER', says: 'resolver of events' },
  { email: 'resolver2@sandbox.example', role: 'RESOLVER', says: 'another resolver, who confirms results' },
  { email: 'auditor@sandbox.example', role: 'AUDITOR', says: 'auditor, reads everything' },
];

const LAST_NAMES: Readonly<Record<Role, string>> = {
  USER: 'Person',
  DEMO: 'Visitor',
  SUPPORT: 'Support',
  COMPLIANCE: 'Officer',
  CASHIER: 'Cashier',
  EDITOR: 'Editor',
  RESOLVER: 'Resolver',
  ADMIN: 'Administrator',
  AUDITOR: 'Auditor',
};

/**
 * Opens the sample people of a sandbox where they are missing. Lines for whoever starts it; null in production, where there are none.
 * Safe at every start: what somebody changed stays.
 */
export async function samplePeople(parts: {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly clock: Clock;
}): Promise<readonly string[] | null> {
  const { config, databaseUrl, clock } = parts;
  if (config.mode === 'production') return null;
  const db = createPool(databaseUrl, { max: 1, name: 'tikvo sample people' });
  try {
    const vault = createVault({ config });
    const accountAdmin = await createAccountAdmin({ config, vault, clock });
    for (const { email, role } of SAMPLE_PEOPLE) {
      await transaction(db, async (tx) => {
        if ((await accountAdmin.find(tx, email)) !== null) return;
        const country = role === 'USER' ? 'PT' : null;
        const account = { email, role, password: SAMPLE_PASSWORD, country, language: 'en' };
        const made = await accountAdmin.open(tx, account, null);
        assert(made.ok, `the sample person ${email} was not opened`);
        const { userId: ownerId } = made.value;
        const name = { first: 'Sample', last: LAST_NAMES[role], birthDate: BIRTH_DATE };
        await giveCheckedName({ vault }, tx, { userId: ownerId, ...name });
        await recordSignUp({ clock })(tx, { userId: ownerId, locale: 'en' });
        if (role === 'USER')
          await grantSandbox(tx, { mode: config.mode, ownerId, amount: BALANCE, refId: `sample/${ownerId}` });
      });
    }
  } finally {
    await db.end();
  }
  return [...SAMPLE_PEOPLE.map(({ email, says }) => `${email.padEnd(27)} ${says}`), `password: ${SAMPLE_PASSWORD}`];
}

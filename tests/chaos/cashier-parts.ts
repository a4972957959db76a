import { createLocalBus } from '#server/bus/index.ts';
import type { CashierParts } from '#server/cashier/index.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createPayees } from '#server/identity/accounts/payees.ts';
import { eligibilityOf } from '#server/limits/index.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { createVault } from '#server/vault/index.ts';
import { createLegalNames } from '#server/verification/index.ts';

/** What the cashier works with, in a process of a test whose settings are its environment. */
export function cashierParts(): CashierParts {
  const config = readConfig(process.env);
  const vault = createVault({ config });
  const legalNames = createLegalNames({ config, vault, clock });
  return {
    config,
    db: createPool(config.databaseUrl ?? '', { max: 2 }),
    bus: createLocalBus(),
    clock,
    vault,
    payees: createPayees({ config, vault, legalNames }),
    standingOf: (db, userId) => eligibilityOf(db, userId, { clock }),
    settings: STANDARD_SETTINGS,
    payoutsHeld: () => Promise.resolve(false),
    documentStatuses: () =>
      Promise.resolve({ governmentId: 'APPROVED', selfieWithId: 'APPROVED', proofOfResidence: 'APPROVED' } as never),
  };
}

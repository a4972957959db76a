import type { PoolClient } from 'pg';
import type { Mode, Product } from '#domain/settings/modes.ts';
import { actorOf, type HouseAct } from '#server/audit/index.ts';
import type { SettingParts } from './change.ts';
import { lockName } from './store.ts';
import { findModes, insertMode } from './store-modes.ts';

export interface ModeChange extends HouseAct {
  readonly product: Product;
  /** '': all pairs of the product. */
  readonly pair: string;
  readonly mode: Mode;
  /** When it is planned to end, ms; null: nobody knows. It ends by hand. */
  readonly until: number | null;
}

/**
 * Says what a product, or a pair of it, takes from people, with its entry in the audit log. Every process knows within two seconds.
 * 'as-before': it was so, and nothing was done.
 */
export async function setMode(
  { clock, audit }: Pick<SettingParts, 'clock' | 'audit'>,
  tx: PoolClient,
  { product, pair, mode, until, by, reason }: ModeChange,
): Promise<'set' | 'as-before'> {
  await lockName(tx, `mode/${product}/${pair}`);
  const was = (await findModes(tx)).find((row) => row.product === product && row.pair === pair);
  if ((was?.mode ?? 'open') === mode && (was?.until ?? null) === until) return 'as-before';
  const { actorId } = actorOf(by);
  await insertMode(tx, { product, pair, mode, until, reason, actor: actorId, madeAt: clock.now() });
  await audit.write(tx, {
    ...actorOf(by),
    action: 'mode.set',
    objectType: 'product',
    objectId: pair === '' ? product : `${product} ${pair}`,
    reason,
    before: { mode: was?.mode ?? 'open' },
    after: { mode, until },
  });
  return 'set';
}

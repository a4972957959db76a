import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#domain/time.ts';
import { createLocalBus } from '#server/bus/index.ts';
import type { Config } from '#server/config/config.ts';
import { createProofs } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import type { MarketWorld } from './market-world.ts';
import { sealTape } from '../proofs/proofs-world.ts';
import { quietLog } from '../trading/trading-world.ts';

export interface PublicReceipt {
  readonly runs: readonly { readonly end: string }[];
}

/** Seals the ticks, gives their hours their roots, and reads the receipt of the round that the server publishes then. */
export async function publishedReceipt(
  world: MarketWorld,
  { config, dataDir }: { readonly config: Config; readonly dataDir: string },
): Promise<PublicReceipt> {
  const { db, clock } = world;
  await sealTape(world);
  clock.at = (Math.floor(clock.at / HOUR_MS) + 1) * HOUR_MS + 301_000;
  const signer = new KeyStore(dataDir);
  const proofs = await createProofs({ config, db, clock, bus: createLocalBus(), log: quietLog, signer });
  await proofs.publish();
  await proofs.stop();
  return JSON.parse(await readFile(join(proofs.folder, 'rounds', `${world.marketId}.json`), 'utf8')) as PublicReceipt;
}

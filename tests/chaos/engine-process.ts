/** The engine of the product in a process of its own, that a test can kill: the parent asks over the process channel. */
import { usdt } from '#domain/money.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import type { Clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool, migrate, transaction } from '#server/db/index.ts';
import { openEngineRuntime } from '#server/engine-runtime.ts';
import { topUpDemo } from '#server/ledger/index.ts';
import { createLog } from '#server/logging/log.ts';
import { createProofs } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import type { Answer, Question } from './engine-channel.ts';

/** More than anybody has, so that a refill always adds. */
const REFILL = usdt(50_000_000_000n);

const { env } = process;
const config = readConfig(env);
const databaseUrl = config.databaseUrl ?? '';
const log = createLog(config);
const bus = createLocalBus();
const ahead = Number(env['CLOCK_AHEAD_MS']);
const clock: Clock = { now: () => systemClock.now() + ahead, monotonic: () => systemClock.monotonic() };
/** For what the product does beside the engine. */
const pool = createPool(databaseUrl, { max: 2, name: 'tikvo web' });

process.on('message', ({ no, topic, input }: Question) => {
  bus.request(topic, input).then(
    (reply) => tell({ no, reply }),
    (error: Error) => tell({ no, failure: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));

function tell(answer: Answer): void {
  process.send?.(answer);
}

if (env['TASK'] === 'migrate') {
  await migrate(pool, { folder: new URL(env['MIGRATIONS'] ?? '') });
  process.exit(0);
}
bus.answer('chaos.refill', async ({ userId }) => {
  await transaction(pool, (tx) => topUpDemo(tx, { ownerId: userId, target: REFILL }));
  return null;
});
const room = openEngineRuntime({ config, databaseUrl, bus, clock, log });
process.on('SIGTERM', () => void room.stop().then(() => process.exit(0)));
if (env['TASK'] === 'proofs')
  (await createProofs({ config, db: pool, bus, clock, log, signer: new KeyStore(config.dataDir) })).start();
await room.started;
tell({ ready: true });

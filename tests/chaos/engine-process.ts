/** The engine of the product in a process of its own, that a test can kill: the parent asks over the process channel. */
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { openEngineRoom } from '#server/engine-room.ts';
import { createLog } from '#server/log.ts';
import type { Answer, Question } from './engine-channel.ts';

const config = readConfig(process.env);
const log = createLog(config);
const bus = createLocalBus();

process.on('message', ({ no, place }: Question) => {
  bus.request('trading.place', place).then(
    (reply) => tell({ no, reply }),
    (error: Error) => tell({ no, failure: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));

function tell(answer: Answer): void {
  process.send?.(answer);
}

const room = openEngineRoom({ config, databaseUrl: config.databaseUrl ?? '', bus, clock: systemClock, log });
await room.started;
tell({ ready: true });

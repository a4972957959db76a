/** A process that approves an adjustment and dies where it is told to: `posted`, `ended` or `committed`. */
import { openAdjustments } from '#tests/scenarios/ledger/adjustment-world.ts';

const { DATABASE_URL = '', DATA_DIR = '', REQUEST = '', DIGEST = '', BY = '', KILL_AT = '' } = process.env;
const dieAt = (point: string) => {
  if (point === KILL_AT) process.kill(process.pid, 'SIGKILL');
};

const made = { id: REQUEST, digest: DIGEST };
const world = await openAdjustments({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }, () => dieAt('posted'));
await world.approveAndThen(made, BY, () => dieAt('ended'));
dieAt('committed');

import { createPool } from '#server/db/index.ts';
import { browser, identityOn, registered, type IdentityWorld } from '#tests/identity-world.ts';
import { benchDatabase } from './database.ts';
import { percentile, told, type Row } from './row.ts';

const PAIRS = Number(process.env['PAIRS'] ?? 2_000);
const WARM_UP = 20;
const QUARTER_MS = 15 * 60_000;

/** How far the time of an answer tells a known address from an unknown one (R-32: medians at most 5 ms apart). */
export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  const pool = createPool(database.url, { name: 'tikvo bench' });
  const world = await identityOn({
    pool,
    drop: async () => {
      await pool.end();
      await database.drop();
    },
  });
  try {
    const { email } = await registered(world);
    const { signIn, passwords } = world.identity;
    const asks = {
      'login with a wrong password': (address: string) =>
        signIn.login({ email: address, password: 'Wrong-word-1' }, browser()),
      'forgotten password': (address: string) => passwords.forgot(address),
      'reset by wrong digits': (address: string) =>
        passwords.reset({ email: address, code: '123456', password: 'Orchard-9-Window' }, browser()),
    };
    const rows: Row[] = [];
    for (const [name, ask] of Object.entries(asks)) rows.push(told(await difference(world, { name, ask, email })));
    return rows;
  } finally {
    await world.close();
  }
}

async function difference(
  world: IdentityWorld,
  asked: { readonly name: string; readonly email: string; readonly ask: (address: string) => Promise<unknown> },
): Promise<Omit<Row, 'ratio' | 'baseline'>> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let no = 0; no < PAIRS + WARM_UP; no += 1) {
    // Nobody waits for the throttle: another quarter of an hour for each pair.
    world.clock.at += QUARTER_MS;
    const order = no % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const which of order) {
      const address = which === 'known' ? asked.email : `nobody${no}@example.com`;
      const from = performance.now();
      await asked.ask(address);
      if (no >= WARM_UP) times[which].push(performance.now() - from);
      await world.identity.stop();
    }
  }
  const apart = Math.abs(percentile(times.known, 50) - percentile(times.unknown, 50));
  const name = `${asked.name}, ${PAIRS} pairs, medians apart`;
  return { name, ours: apart, unit: 'ms', floor: 5, better: 'lower' };
}

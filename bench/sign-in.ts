import { createPool } from '#server/db/index.ts';
import { answerTimes, MOST_APART_MS } from '#tests/abuse/answer-times.ts';
import { browser, identityOn, registered } from '#tests/identity-world.ts';
import { benchDatabase } from './database.ts';
import { told, type Row } from './row.ts';

const PAIRS = Number(process.env['PAIRS'] ?? 2_000);

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
    for (const [name, ask] of Object.entries(asks)) {
      const ways = { name, known: () => ask(email), unknown: (no: number) => ask(`nobody${no}@example.com`) };
      const { apartMs } = await answerTimes(world, ways, PAIRS);
      rows.push(
        told({
          name: `${name}, ${PAIRS} pairs, medians apart`,
          ours: apartMs,
          unit: 'ms',
          floor: MOST_APART_MS,
          better: 'lower',
        }),
      );
    }
    return rows;
  } finally {
    await world.close();
  }
}

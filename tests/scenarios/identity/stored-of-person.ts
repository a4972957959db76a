import type { PrivacyWorld } from '#tests/worlds/privacy-world.ts';

/** Everything that a transition of a person is stored in. */
const TABLES = [
  'app_user id',
  'session user_id',
  'device user_id',
  'withdrawal_hold user_id',
  'otp_device user_id',
  'recovery_code user_id',
  'passkey user_id',
  'social_link user_id',
  'api_key user_id',
  'responsible_play user_id',
  'play_limit user_id',
  'closure user_id',
  'mail_outbox user_id',
] as const;

/** All but the step of a code: one that was shown is spent, whatever comes of it. */
export async function storedOf(world: PrivacyWorld, userId: string): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (const line of TABLES) {
    const [table, column] = line.split(' ');
    rows.push(
      table,
      await world.query(`SELECT to_jsonb(t) - 'last_step' AS row FROM ${table} t WHERE ${column} = $1 ORDER BY 1`, [
        userId,
      ]),
    );
  }
  const steps = 'SELECT p.* FROM step_up p JOIN session s ON s.id = p.session_id WHERE s.user_id = $1';
  return [...rows, await world.query(steps, [userId])];
}

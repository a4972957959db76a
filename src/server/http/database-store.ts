import type { Pool } from 'pg';

/** Does the database answer within `patienceMs`? */
export async function databaseAnswers(db: Pool, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const asked = db.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, late]);
  clearTimeout(timer);
  return answered;
}

/** Longer than any command waits for its own answer: an early sale waits for its tick, and 5 s for the disk. */
export const PATIENCE_MS = 20_000;

/** A database that hangs holds whatever asks it. What was asked for may be done, or not. */
export class AnswerLate extends Error {
  override readonly name = 'AnswerLate';
}

/** The answer of what asks the database; AnswerLate when it takes too long. Whoever repeats it then does so with their key. */
export async function inTime<T>(work: T | Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AnswerLate(`no answer in ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

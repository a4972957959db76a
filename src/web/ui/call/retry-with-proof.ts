import { ApiError } from '#web/api/api-error.ts';

/** What a body carries after ChallengeRequired. */
export interface Proof {
  readonly challenge?: string;
  readonly proof?: string;
}

/** What the server wants before the next try. */
export interface Task {
  readonly challenge: string;
  readonly difficulty: number;
  /** Before that it takes no try, whatever is proven. */
  readonly waitMs: number;
}

/** Another try from the same place makes the task a new one: so often it is begun again. */
const MOST_TASKS = 5;

/** null: the call failed for another reason. */
function taskOf(error: unknown): Task | null {
  if (!(error instanceof ApiError) || error.code !== 'ChallengeRequired') return null;
  const { challenge, difficulty } = error.details;
  if (typeof challenge !== 'string' || typeof difficulty !== 'number') return null;
  return { challenge, difficulty, waitMs: error.retryAfterMs ?? 0 };
}

/** Runs an act, and again with a proof for as long as the server wants one. Rejects as the act does, or as `prove` does. */
export async function retryWithProof<T>(
  act: (proof: Proof) => Promise<T>,
  prove: (task: Task) => Promise<Proof>,
): Promise<T> {
  let proof: Proof = {};
  for (let tasks = 0; ; tasks += 1) {
    try {
      return await act(proof);
    } catch (error) {
      const task = taskOf(error);
      if (task === null || tasks === MOST_TASKS) throw error;
      proof = await prove(task);
    }
  }
}

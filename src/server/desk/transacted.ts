import type { Pool } from 'pg';
import { refused, type Outcome } from '#domain/outcome.ts';
import type { Refusal } from '#domain/refusals.ts';
import { transaction } from '#server/db/index.ts';
import type { ActSeat } from './contract.ts';

/** Ends the transaction of an act that was refused. */
class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** `run` and `within` of an act that is one transaction and nothing besides. Of one that is refused nothing is kept, however late it is. */
export function transacted(
  db: Pool,
  within: NonNullable<ActSeat['within']>,
): Pick<ActSeat, 'run'> & { readonly within: typeof within } {
  const run: ActSeat['run'] = async (act): Promise<Outcome<string>> => {
    try {
      return await transaction(db, async (tx) => {
        const done = await within(tx, act);
        if (!done.ok) throw new Refused(done.refusal);
        return done;
      });
    } catch (error) {
      if (error instanceof Refused) return refused(error.refusal);
      throw error;
    }
  };
  return { within, run };
}

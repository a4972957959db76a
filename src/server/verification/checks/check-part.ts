import type { Pool } from 'pg';
import { chip, line, time } from '#server/desk/cells.ts';
import type { PartSeat } from '#server/desk/contract.ts';
import { CHECK_SIMULATOR } from './simulator.ts';
import type { CheckOutcome } from './seat.ts';
import { checksOf } from './store-checks.ts';

const SAYS: Readonly<Record<CheckOutcome, { readonly label: string; readonly tone: 'ok' | 'warn' | 'bad' | 'info' }>> =
  {
    PENDING: { label: 'Looks at it', tone: 'info' },
    PASSED: { label: 'Finds nothing wrong', tone: 'ok' },
    RETRY: { label: 'Wants another picture', tone: 'warn' },
    REFUSED: { label: 'Refuses it', tone: 'bad' },
    UNDECIDED: { label: 'Cannot tell', tone: 'warn' },
  };

/** Beside the pictures of a review: what an outside provider says. It advises; the officer decides. */
export function checkPart({ db }: { readonly db: Pool }): PartSeat {
  return {
    desk: 'documents',
    id: 'checks',
    title: 'What a provider says',
    permission: 'verification.read',
    place: 'facts',
    order: 12,
    lines: async ({ id }) =>
      (await checksOf(db, id)).flatMap(({ provider, outcome, outcomeAt, begunAt }) => {
        const { label, tone } = SAYS[outcome ?? 'PENDING'];
        const isSimulator = provider === CHECK_SIMULATOR.name;
        return [
          line(isSimulator ? 'Simulator, looks at nothing' : provider, chip(label, tone)),
          line('Since', time(outcomeAt ?? begunAt)),
        ];
      }),
  };
}

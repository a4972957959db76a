/** What a ticket begins as that was split from another, by the messages that it begins with. */
import type { TicketState } from './ticket.ts';

/** A message as the clocks see it. */
export interface Said {
  /** Ours, or the person’s. */
  readonly isOurs: boolean;
  /** ms. */
  readonly at: number;
}

export interface SplitClocks {
  readonly state: Extract<TicketState, 'NEW' | 'WAITING_USER'>;
  /** When its first message was written, ms: no clock begins anew by a split. */
  readonly openedAt: number;
  /** Since when the person waits for us, ms; null: we said the last word. */
  readonly waitsSince: number | null;
  readonly firstAnswerAt: number | null;
}

/** `said`: oldest first, at least one of the person. */
export function splitClocks(said: readonly Said[]): SplitClocks {
  const lastOurs = said.findLastIndex(({ isOurs }) => isOurs);
  const waitsSince = said[lastOurs + 1]?.at ?? null;
  const firstAnswerAt = said.find(({ isOurs }) => isOurs)?.at ?? null;
  return {
    state: waitsSince === null ? 'WAITING_USER' : 'NEW',
    openedAt: said[0]?.at ?? 0,
    waitsSince,
    firstAnswerAt,
  };
}

/** Numbers as people write them, `2, 4-6`, each once and in order; null: that is none, or one is not among the first `count`. */
export function readNumbers(typed: string, count: number): readonly number[] | null {
  const read = new Set<number>();
  for (const part of typed.split(/[\s,;]+/).filter((one) => one !== '')) {
    const [, from, to = from] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === undefined || first < 1 || last > count || first > last) return null;
    for (let number = first; number <= last; number += 1) read.add(number);
  }
  return read.size === 0 ? null : [...read].toSorted((one, other) => one - other);
}

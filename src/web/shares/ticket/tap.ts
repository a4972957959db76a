import { add, usdt, type Usdt } from '#domain/money.ts';
import type { RoundProblem } from './round-problem.ts';
import type { RoundFigures } from './round-ticket.ts';

/** The ticket means something else after a sale or a change: a second tap of the same double click is none. */
const QUIET_MS = 1_000;
const LARGE = usdt(100_000_000n);

/** For a moment after the ticket was turned by something else than a tap on it, no tap sends. Times in ms. */
export class Quiet {
  readonly #now: () => number;
  #until = -Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  start(): void {
    this.#until = this.#now() + QUIET_MS;
  }

  isNow(): boolean {
    return this.#now() < this.#until;
  }
}

/** Is it asked of a person who places with one tap as well? From $100 on, where it is half of what they have. */
export function isLarge({ cost, fee }: Pick<RoundFigures, 'cost' | 'fee'>, cash: Usdt | null): boolean {
  const whole = add(cost, fee);
  return whole >= LARGE && cash !== null && whole * 2n >= cash;
}

export interface Tapped {
  readonly isReady: boolean;
  readonly isQuiet: boolean;
  /** An order is on its way. */
  readonly isSending: boolean;
  readonly problem: RoundProblem | null;
  /** The person places with one tap, and this is not large. */
  readonly atOnce: boolean;
  /** It was asked, and this is the second tap. */
  readonly isConfirmed: boolean;
}

/** What a tap on the order button does: `fund` says that there is too little money, `ask` waits for a second tap. */
export function tapOf(tapped: Tapped): 'nothing' | 'fund' | 'ask' | 'send' {
  if (!tapped.isReady || tapped.isQuiet) return 'nothing';
  if (tapped.problem === 'noBalance') return 'fund';
  if (tapped.problem !== null || tapped.isSending) return 'nothing';
  return tapped.atOnce || tapped.isConfirmed ? 'send' : 'ask';
}

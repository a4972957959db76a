import type { EventWire } from '#protocol/events/events.ts';

type Market = Pick<EventWire['markets'][number], 'state' | 'moves' | 'opensAt' | 'cutOffAt' | 'undone'>;
export type Move = EventWire['markets'][number]['moves'][number];

/** What was done, newest last, and what is still to come. */
export interface MarketStep {
  readonly id: string;
  /** What it is called: a step that is to come, or the state that a move led to. */
  readonly name: Name;
  readonly state: 'done' | 'now' | 'next' | 'held';
  /** ISO 8601; null: not known yet. */
  readonly at: string | null;
  /** null: it is still to come. */
  readonly move: Move | null;
}

export type Plan = 'open' | 'clarify' | 'split' | 'close' | 'propose' | 'check' | 'undo' | 'pay';
export type Name = { readonly plan: Plan } | { readonly reached: Move['state'] };

/** States in which it stands until somebody acts. */
const HELD: ReadonlySet<Move['state']> = new Set(['PAUSED', 'DISPUTED', 'VOIDED']);

/** What follows from each state when all goes well. */
const LEFT: Readonly<Record<Move['state'], readonly Plan[]>> = {
  OPEN: ['close', 'propose', 'check', 'pay'],
  PAUSED: ['close', 'propose', 'check', 'pay'],
  CLOSED: ['propose', 'check', 'pay'],
  PROPOSED: ['check', 'pay'],
  CHALLENGE: ['pay'],
  DISPUTED: ['pay'],
  RESOLVED: ['pay'],
  PAID: [],
  VOIDED: [],
  CORRECTED: [],
};

/** The moves of a market with their reasons, then the steps that are left. */
export function stepsOf(market: Market): readonly MarketStep[] {
  const done = market.moves.flatMap((move, at): MarketStep[] => {
    const isLast = at === market.moves.length - 1;
    const isOver = move.state === 'PAID' || move.state === 'CORRECTED';
    const state = !isLast || isOver ? 'done' : HELD.has(move.state) ? 'held' : 'now';
    const name: Name =
      at === 0
        ? { plan: 'open' }
        : move.move === 'clarify' || move.move === 'split'
          ? { plan: move.move }
          : { reached: move.state };
    const step: MarketStep = { id: `${at} ${move.state}`, name, state, at: move.at, move };
    return move.move === 'resolve' && market.undone !== null ? [step, undoneStep(market.undone)] : [step];
  });
  const next = LEFT[market.state].map((plan): MarketStep => {
    const at = plan === 'close' ? market.cutOffAt : null;
    return { id: plan, name: { plan }, state: 'next', at, move: null };
  });
  return [...done, ...next];
}

function undoneStep({ at }: { readonly at: string }): MarketStep {
  return { id: 'undo', name: { plan: 'undo' }, state: 'done', at, move: null };
}

/** When a market takes no more orders, or took its last: colleagues may close one before its time, ms. */
export function closeOf({ cutOffAt, moves }: Pick<EventWire['markets'][number], 'cutOffAt' | 'moves'>): number {
  const closed = moves.find(({ move }) => move === 'close' || move === 'void');
  return Math.min(Date.parse(cutOffAt), closed === undefined ? Infinity : Date.parse(closed.at));
}

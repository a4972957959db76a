import type { Chance } from './chance.ts';

/** What can go wrong in one seed, as probabilities: of a tick, of a commit, of a second, of a command. */
export interface Faults {
  readonly gap: number;
  readonly duplicate: number;
  readonly reorder: number;
  readonly equalTimes: number;
  readonly spike: number;
  readonly frozen: number;
  readonly breaks: number;
  readonly outage: number;
  /** Prices that do not move at all: ties. */
  readonly still: number;
  /** Nothing at all for eleven minutes. */
  readonly blackout: number;
  /** The house maker quotes nothing: people meet each other alone. */
  readonly noMaker: number;
  readonly slow: number;
  readonly refuse: number;
  readonly answerLost: number;
  readonly commitLost: number;
  readonly restart: number;
  readonly rival: number;
  readonly repeat: number;
  /** Nobody schedules anything. */
  readonly noLater: number;
  /** What holds a person back is asked for, and no answer comes. */
  readonly unanswered: number;
  /** Somebody sets the wall clock: forward or back by seconds. */
  readonly jumps: number;
  /** The wall clock gains or loses as it goes. */
  readonly drift: number;
  /** Three sources state prices; one or two of them lie far off. */
  readonly disagreement: number;
}

/** The most of each. */
const MOST: Faults = {
  gap: 0.01,
  duplicate: 0.1,
  reorder: 0.1,
  equalTimes: 0.2,
  spike: 0.02,
  frozen: 0.02,
  breaks: 0.004,
  outage: 0.004,
  still: 1,
  blackout: 1,
  noMaker: 1,
  slow: 0.2,
  refuse: 0.1,
  answerLost: 0.1,
  commitLost: 0.1,
  restart: 0.02,
  rival: 0.02,
  repeat: 0.3,
  noLater: 1,
  unanswered: 0.3,
  jumps: 0.01,
  drift: 1,
  disagreement: 0.04,
};

/** How many seeds of a hundred have a fault on; 40 where nothing is said. */
const SHARE: Partial<Record<keyof Faults, number>> = {
  breaks: 15,
  still: 8,
  blackout: 3,
  gap: 20,
  outage: 20,
  frozen: 20,
  jumps: 25,
  disagreement: 15,
};

/** New ones come last: what the seeds drew before stays as it was. */
const NAMES = Object.keys(MOST) as readonly (keyof Faults)[];

/** Swarm testing (Groce and others, 2012): each seed first draws which faults are on, then how often they come. */
export function drawFaults(chance: Chance): Faults {
  const drawn: Record<string, number> = {};
  for (const name of NAMES) {
    const on = chance.hit((SHARE[name] ?? 40) / 100);
    const rate = MOST[name] === 1 ? 1 : MOST[name] * chance.next();
    drawn[name] = on ? rate : 0;
  }
  return drawn as unknown as Faults;
}

/** Are prices never away, and do ticks come as they are made? */
export function isSteady({ outage, blackout, frozen, reorder, jumps, disagreement }: Faults): boolean {
  return outage + blackout + frozen + reorder + jumps + disagreement === 0;
}

/** The names of those that are on. */
export function faultNames(faults: Faults): string {
  return NAMES.filter((name) => faults[name] > 0).join(' ') || 'none';
}

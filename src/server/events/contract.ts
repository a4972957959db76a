import type { EventMove, EventOutcome, EventState } from '#domain/events/life.ts';
import type { Category, MarketTerms } from '#domain/events/terms.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Staff } from '#server/audit/index.ts';

/** Why a move was not made. */
export type MoveFault =
  | 'no-market'
  /** Its state does not have this move. */
  | 'state'
  | 'role'
  | 'same-person'
  | 'holds'
  /** Its cut-off is too near for people to leave first. */
  | 'too-late'
  | 'unfinished'
  /** A result of what has not come to be. */
  | 'ahead'
  /** The panel decides once. */
  | 'decided-once'
  /** Its books still take orders. */
  | 'tradable'
  /** It was paid too long ago to be corrected. */
  | 'too-old'
  /** Its last correction is still being paid. */
  | 'paying'
  /** It was paid by that result. */
  | 'same-result'
  /** Of an event of which one outcome comes true, something else was said than which. */
  | 'linked'
  /** Of what is split: it is not the outcome that stands for the rest, its new names or parts do not fit, or there are too many outcomes. */
  | 'not-rest'
  | 'names'
  | 'parts'
  | 'most'
  /** People may still leave since its rules were clarified. */
  | 'exit-open'
  /** Its last split is not in the books yet. */
  | 'splitting'
  /** Its books were opened before they shared one pool. */
  | 'old-pools';

/** A draft of an event: with one market, or with one for each of its outcomes. */
export interface EventDraft {
  readonly category: Category;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly terms: MarketTerms;
  /** Titles of the outcomes of which exactly one comes true, two or more. Left out: it is one question. */
  readonly outcomes?: readonly string[];
  /** Chance of YES with which the house maker begins, thousandths: even unless said. Of several outcomes that of the first; the others share the rest. */
  readonly opening?: number;
}

/** `opening`: as that of a draft; left out: it stays. It is no part of the rules. */
export type DraftTerms = MarketTerms & { readonly opening?: number };

/** A result with what it is seen by. `sha256`: of the page, hex; `factAt`: when it came to be, ms. */
export interface ProposedResult {
  readonly outcome: EventOutcome;
  readonly url: string;
  readonly sha256: string;
  readonly factAt: number;
  /** Of an event of several outcomes, with a tie: those that came in level, by their numbers from 1. */
  readonly level?: readonly number[];
}

/** What a share of YES would pay if the market were void now, thousandths. */
export interface VoidPreview {
  readonly real: number;
  readonly demo: number;
}

/** A colleague's act, and why. */
export interface EventAct {
  readonly by: Staff;
  readonly reason: string;
}

/** Moves that a colleague makes alone, and that say nothing but why. */
export type PlainMove = Extract<
  EventMove,
  'submit' | 'send_back' | 'approve' | 'pause' | 'resume' | 'close' | 'reject' | 'confirm'
>;

/** What staff and people do with events. */
export interface Events {
  /** Ids of the event and its market. */
  draft(
    draft: EventDraft,
    act: EventAct,
  ): Promise<Outcome<{ readonly eventId: string; readonly marketId: string; readonly slug: string }>>;
  /** Other terms of a draft, and another opening chance of this market where one is said. */
  rewrite(marketId: string, terms: DraftTerms, act: EventAct): Promise<MoveFault | EventState>;
  /** One outcome more of a draft of several, under the terms of the others. */
  addOutcome(marketId: string, title: string, act: EventAct): Promise<Outcome<{ readonly marketId: string }>>;
  move(marketId: string, move: PlainMove, act: EventAct): Promise<MoveFault | EventState>;
  propose(marketId: string, result: ProposedResult, act: EventAct): Promise<MoveFault | EventState>;
  /** A person's word against a proposed result. */
  challenge(marketId: string, by: { readonly userId: string; readonly text: string }): Promise<MoveFault | EventState>;
}

import { z } from 'zod';
import { TERM_QUESTIONS } from '#domain/events/lint.ts';
import { RULING_KINDS } from '#domain/events/rulings.ts';
import { CATEGORIES, MOST_OUTCOMES } from '#domain/events/terms.ts';
import { EVENT_MOVES, EVENT_OUTCOMES, EVENT_STATES, MOVED_BY } from '#domain/events/life.ts';
import { isoTime } from '../codecs.ts';
import { linesText, lineText } from '../texts.ts';
import { restrictedWire } from './integrity.ts';

const outcome = z.enum([...EVENT_OUTCOMES, 'VOID']);
/** DRAFT and REVIEW are seen by staff alone. */
const state = z.enum(EVENT_STATES).exclude(['DRAFT', 'REVIEW']);
export type PublicState = z.infer<typeof state>;

const sharePrice = z.number().min(0).max(1);

/** Of a share of YES, in the realm of the token. */
const prices = z.strictObject({
  bid: sharePrice.nullable().describe('What somebody pays at once; null: nobody, or the book cannot be asked now.'),
  ask: sharePrice.nullable().describe('What somebody sells for at once.'),
  last: sharePrice.nullable().describe('Of the last fill.'),
  lastAt: isoTime.nullable(),
  dayAgo: sharePrice.nullable().describe('Of the last fill 24 hours ago.'),
  chance: sharePrice
    .nullable()
    .describe('The middle of bid and ask, or the last fill where they are more than 0.10 apart.'),
  volume: z.number().min(0).describe('Shares that changed hands.'),
});

const cardMarket = z.strictObject({
  marketId: z.string().describe('Of its book in the realm of the token: for orders, book and fills.'),
  title: z.string(),
  state,
  cutOffAt: isoTime.describe('From then on no orders.'),
  outcome: outcome
    .nullable()
    .describe('Proposed or decided; TIE pays 0.50 a share, or 1.00 shared by the outcomes that came in level.'),
  prices,
});

const head = {
  id: z.string(),
  slug: z.string().describe('Its address now; addresses that it had before lead to it too.'),
  category: z.enum(CATEGORIES),
  tags: z.array(z.string()),
  title: z.string(),
  summary: z.string(),
  language: z.string().describe('Of the texts: that of the request where there is a translation, else English.'),
  isStale: z.boolean().describe('The translation is of an earlier text. The English one counts.'),
  isSample: z.boolean().describe('Of the sandbox: trading on it is simulated.'),
};

export const eventCard = z.strictObject({ ...head, markets: z.array(cardMarket) });
export type EventCard = z.infer<typeof eventCard>;

const maker = z.strictObject({
  cap: z
    .number()
    .describe(
      'The most that it may lose in this market, of several outcomes over all of them, USDT: a setting of the house.',
    ),
  shares: z.number().describe('What it holds: + YES, - NO.'),
  ifYes: z
    .number()
    .describe('Its profit if the market ends YES, of several outcomes over all of them, USDT; once paid, its result.'),
  ifNo: z
    .number()
    .describe(
      'Its profit if the market ends NO, of several outcomes the least over all of them, USDT; once paid, its result.',
    ),
});

const market = cardMarket.extend({
  id: z.string(),
  opensAt: isoTime,
  timeZone: z.string().describe('IANA: of the cut-off.'),
  rules: z.string(),
  isStale: z.boolean(),
  source: z.string(),
  backupSource: z.string(),
  threshold: z.string(),
  ifTied: z.string(),
  ifPostponed: z.string(),
  ifCancelled: z.string(),
  isLive: z.boolean().describe('It is traded while its event goes on: orders that would meet others wait 5 s first.'),
  byPrices: z
    .boolean()
    .describe('Our own published prices decide it: its result is proposed by itself, as its rules say.'),
  rulesHash: z.string().describe('SHA-256 of the rules, hex: `/transparency/v1/rules` has the text.'),
  leftOpen: z
    .array(z.enum(TERM_QUESTIONS))
    .describe('Questions to the wording that its rules do not answer, found by a check of its words.'),
  clarifications: z
    .array(
      z.strictObject({
        text: z.string().describe('In English, as it stands in the rules.'),
        at: isoTime.describe('From then on it is a part of the rules.'),
        exitUntil: isoTime.describe('Until then who held shares before may leave: `POST /markets/{id}/leave`.'),
        price: sharePrice.describe(
          'Of a share of YES that is left so, in the realm of the token; of NO the rest of 1.',
        ),
      }),
    )
    .describe('What was said of the rules since it opened, oldest first.'),
  factAt: isoTime.nullable(),
  challengeUntil: isoTime.nullable(),
  voidReason: z.string().nullable(),
  pays: z.number().nullable().describe('What a share of YES pays, once it is decided.'),
  maker: maker.describe('The house maker in the book of this realm.'),
  moves: z
    .array(
      z.strictObject({
        move: z.enum(EVENT_MOVES),
        state,
        at: isoTime,
        by: z
          .enum(MOVED_BY)
          .describe(
            'CLOCK: its time had come, all was paid, or our published prices gave its result; PERSON: who challenged it.',
          ),
        people: z.int().describe('Colleagues who made it.'),
        reason: z
          .string()
          .nullable()
          .describe('Of colleagues, as they wrote it; of a result that our prices gave, the ticks that it rests on.'),
      }),
    )
    .describe('How it came here, oldest first.'),
  undone: z
    .strictObject({
      fills: z.int(),
      shares: z.number(),
      borne: z
        .number()
        .describe(
          'What the house paid for people who no longer had it, USDT; less what it got back when the market was paid.',
        ),
      borneStr: z.string(),
      at: isoTime,
    })
    .nullable()
    .describe('Fills of the book of this realm that were made after the fact, undone before it was paid.'),
  corrections: z
    .array(
      z.strictObject({
        at: isoTime,
        was: outcome.describe('What it was paid as before.'),
        people: z.int().describe('Whose balance it has changed in this realm.'),
        borne: z.number().describe('What the house paid for people who no longer had what was taken back, USDT.'),
        borneStr: z.string(),
        doneAt: isoTime.nullable().describe('When everybody had what is theirs; null: it goes on.'),
      }),
    )
    .describe(
      'Results that were wrong, oldest first. The receipt of the n-th is `/transparency/v1/events/{marketId}-{n}.json`.',
    ),
  evidence: z.array(
    z.strictObject({ outcome: z.enum(EVENT_OUTCOMES), url: z.string(), sha256: z.string(), factAt: isoTime }),
  ),
});
export type EventMarketWire = z.infer<typeof market>;

export const rulingWire = z.strictObject({
  id: z.string(),
  kind: z
    .enum(RULING_KINDS)
    .describe(
      'clarify: said of the rules of an open market; reject: a proposed result was wrong; decide: of a disputed one; void, correct: how a market ended otherwise.',
    ),
  said: z.string().describe('As colleagues wrote it, in English.'),
  at: isoTime,
  slug: z.string().describe('Address of the event.'),
  title: z.string().describe('Of the market, in English; of an outcome with its event.'),
});
export type RulingWire = z.infer<typeof rulingWire>;

const neighbour = z
  .strictObject({ slug: z.string(), title: z.string(), language: z.string().describe('Of the title.') })
  .nullable();

export const eventWire = z.strictObject({
  ...head,
  series: z
    .strictObject({
      earlier: neighbour.describe('The one before it; null: it is the first.'),
      next: neighbour.describe('The one after it; null: it is not there yet.'),
    })
    .nullable()
    .describe('Events that come again and again by a rule, of which it is one; null: of none.'),
  restricted: restrictedWire,
  markets: z.array(market),
});
export type EventWire = z.infer<typeof eventWire>;

export const challengeBody = z.strictObject({ text: linesText.min(10).max(2_000) });
export const movedWire = z.strictObject({ state });

export const watchBody = z.strictObject({ watched: z.boolean() });
export const watchListWire = z.strictObject({ items: z.array(z.string()) });

const line = lineText.max(500);
export const draftBody = z.strictObject({
  category: z.enum(CATEGORIES),
  title: lineText.min(5).max(200),
  summary: line,
  tags: z.array(lineText.min(1).max(40)).max(20),
  market: z.strictObject({
    title: line,
    rules: linesText.max(10_000),
    source: line,
    backupSource: line,
    cutOffAt: isoTime,
    timeZone: line,
    threshold: line,
    ifTied: line,
    ifPostponed: line,
    ifCancelled: line,
    isLive: z.boolean().describe('It is traded while its event goes on: orders that meet others wait 5 s.').optional(),
  }),
  outcomes: z
    .array(lineText.min(1).max(100))
    .min(2)
    .max(MOST_OUTCOMES)
    .describe('Of an event of which exactly one outcome comes true: a market each, with the same terms.')
    .optional(),
  openingPercent: z
    .int()
    .min(1)
    .max(99)
    .optional()
    .describe(
      'Chance of YES at which the house maker begins to quote, of several outcomes that of the first: the others share the rest. Even unless said. It is no part of the rules.',
    ),
  reason: linesText.min(1).max(500),
});
export const draftedWire = z.strictObject({
  eventId: z.string(),
  marketId: z.string().describe('Of its first outcome.'),
  slug: z.string(),
});

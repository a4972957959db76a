import { EVENT_OUTCOMES, VOID_REASONS } from '#domain/events/life.ts';
import { toDecimal } from '#domain/money.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { ActField, OfficeLine } from '#protocol/office/cells.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { line, number, sentence, text } from '#server/desk/cells.ts';
import type { ActDone, ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { askSecond } from '#server/desk/index.ts';
import { EVENT_CORRECTED, MOVE_SAYS } from '../acts.ts';
import { correctionFault, tryCorrection, type CorrectionAsked } from '../correction-plan.ts';
import { moveFault } from '../moves.ts';
import { findMarket } from '../store.ts';
import type { EventDeskParts } from './events-desk.ts';
import { readResult, RESULT_FIELDS } from './result-fields.ts';

type Parts = EventDeskParts & { readonly approvals: Pick<Approvals, 'ask'> };

const VOID = 'VOID';
/** The result that is right, or that it is void. */
const FIELDS: readonly ActField[] = [
  {
    name: 'outcome',
    label: 'Right outcome',
    kind: 'choice',
    options: [...EVENT_OUTCOMES, VOID].map((value) => ({ value, label: sentence(value) })),
  },
  {
    name: 'why',
    label: 'Why, of a void',
    kind: 'choice',
    options: VOID_REASONS.map((value) => ({ value, label: sentence(value) })),
    optional: true,
  },
  ...RESULT_FIELDS.filter(({ name }) => name !== 'outcome').map((field) => ({ ...field, optional: true as const })),
];

/** What was typed, or the field that is wrong. */
function readAsked(marketId: string, fields: Readonly<Record<string, string>>): CorrectionAsked | string {
  if (fields['outcome'] === VOID) {
    const why = VOID_REASONS.find((one) => one === fields['why']);
    return why === undefined ? 'why' : { marketId, why };
  }
  const result = readResult(fields);
  return typeof result === 'string' ? result : { marketId, result };
}

/** To correct the result of a market that was paid, with its dry run. */
export function correctionActs(parts: Parts): readonly ActSeat[] {
  const seat: Pick<ActSeat, 'desk' | 'permission' | 'fields' | 'refuses'> = {
    desk: 'events',
    permission: 'events.resolve',
    fields: FIELDS,
    refuses: async ({ id, by }) => {
      const market = await findMarket(parts.db, id);
      const fault = market === null ? 'no-market' : await moveFault(parts, parts.db, { market, move: 'correct', by });
      return fault === null ? null : MOVE_SAYS[fault];
    },
  };
  return [
    {
      ...seat,
      id: 'try-correction',
      label: 'Try a correction',
      text: 'Shows whom it would touch and what it would move now. Nothing is done.',
      rule: 'Somebody who held no shares of it when it was paid.',
      order: 50,
      run: ({ id, fields }) => dryRun(parts, id, fields),
    },
    {
      ...seat,
      id: 'correct',
      label: 'Correct the result',
      text: 'What the wrong result paid is taken back as far as people have it, the house bears the rest, and the right result is paid. Everybody sees the reason.',
      rule: 'Two people who held no shares of it when it was paid, within 30 days.',
      danger: true,
      people: 2,
      stepUp: true,
      order: 51,
      run: ({ id, by, reason, fields }) => {
        const asked = readAsked(id, fields);
        if (typeof asked === 'string') return Promise.resolve(wrongField(asked, 'malformed'));
        return askSecond(parts, EVENT_CORRECTED, { fields: fieldsOf(asked), by, reason });
      },
    },
  ];
}

function fieldsOf({ marketId, result, why = 'AMBIGUOUS' }: CorrectionAsked) {
  const said = { url: null, sha256: null, factAt: null, level: [] };
  if (result === undefined) return { marketId, outcome: 'VOID' as const, why, ...said };
  return { marketId, why: null, ...result, level: [...(result.level ?? [])] };
}

async function dryRun(parts: Parts, id: string, fields: Readonly<Record<string, string>>): Promise<Outcome<ActDone>> {
  const asked = readAsked(id, fields);
  if (typeof asked === 'string') return wrongField(asked, 'malformed');
  const fault = await correctionFault(parts, parts.db, asked);
  if (fault !== null) return refused({ code: 'ActRefused', why: MOVE_SAYS[fault] });
  const sums = await tryCorrection(parts, parts.db, asked);
  const lines = (['real', 'demo'] as const).flatMap((realm): OfficeLine[] => {
    const of = realm === 'real' ? 'real money' : 'practice';
    const { people, paid, taken, borne, maker } = sums[realm];
    return [
      line(`People, ${of}`, number(people)),
      line(`Paid, ${of}`, text(toDecimal(paid))),
      line(`Taken back, ${of}`, text(toDecimal(taken))),
      line(`The house bears, ${of}`, text(toDecimal(borne))),
      line(`The house maker gets, ${of}`, text(toDecimal(maker))),
    ];
  });
  return ok({ said: 'This is what it would do now. Nothing was done.', lines });
}

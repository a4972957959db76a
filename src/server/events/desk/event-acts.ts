import { VOID_REASONS, type EventMove } from '#domain/events/life.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { sentence } from '#server/desk/cells.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { askSecond } from '#server/desk/index.ts';
import { CLARIFICATION_LENGTH, EVENT_CLARIFIED, EVENT_RULED, EVENT_VOIDED, MOVE_SAYS } from '../acts.ts';
import type { PlainMove } from '../contract.ts';
import { moveFault } from '../moves.ts';
import { findMarket } from '../store.ts';
import { correctionActs } from './correction-acts.ts';
import { draftActs, saidOfMove as said } from './draft-acts.ts';
import { NEW } from './events-desk.ts';
import { readResult, RESULT_FIELDS } from './result-fields.ts';
import { splitAct } from './split-act.ts';
import { tickActs, type TickActParts } from './tick-acts.ts';

export type EventActParts = TickActParts & { readonly approvals: Pick<Approvals, 'ask'> };

/** Every act on a market of an event. */
export function eventActs(parts: EventActParts): readonly ActSeat[] {
  return [
    ...draftActs(parts),
    ...tickActs(parts),
    ...marketActs(parts).map((act) => ({ ...act, on: (id: string) => id !== NEW })),
  ];
}

function marketActs(parts: EventActParts): readonly ActSeat[] {
  return [
    ...correctionActs(parts),
    ...PLAIN.filter(({ unseen }) => unseen === true).map((plain) => plainAct(parts, plain)),
    ...[
      ...PLAIN.filter(({ unseen }) => unseen !== true).map((plain) => plainAct(parts, plain)),
      clarifyAct(parts),
      splitAct(parts),
      proposeAct(parts),
      voidAct(parts),
      rulingAct(parts),
    ].map(saysReason),
  ];
}

/** Moves of opened markets are told to everybody with why they were made. */
const saysReason = (act: ActSeat): ActSeat => ({ ...act, text: `${act.text} Everybody sees the reason.` });

interface Plain {
  readonly move: PlainMove;
  readonly label: string;
  readonly text: string;
  readonly rule: string;
  /** Made before the market is opened: nobody but staff is told of it. */
  readonly unseen?: true;
}

const PLAIN: readonly Plain[] = [
  {
    move: 'submit',
    label: 'Send to review',
    text: 'Another colleague reads it then.',
    rule: 'Whole terms.',
    unseen: true,
  },
  { move: 'send_back', label: 'Send back', text: 'It is a draft again.', rule: 'One person.', unseen: true },
  {
    move: 'approve',
    label: 'Approve and open',
    text: 'Its terms are fixed for ever, and people can trade on it.',
    rule: 'Another person than the one who sent it to review.',
  },
  { move: 'pause', label: 'Pause', text: 'Resting orders end, and none is taken.', rule: 'One person, at once.' },
  { move: 'resume', label: 'Resume', text: 'Orders are taken again.', rule: 'One person, at once.' },
  { move: 'close', label: 'Close', text: 'Resting orders end, and none is taken again.', rule: 'One person, at once.' },
  {
    move: 'reject',
    label: 'Reject the proposed result',
    text: 'It waits for another one.',
    rule: 'Another person than the one who proposed it, with no shares of it.',
  },
  {
    move: 'confirm',
    label: 'Confirm the proposed result',
    text: 'It can be challenged then, and is paid after that.',
    rule: 'Another person than the one who proposed it, with no shares of it.',
  },
];

function refusalOf(parts: EventActParts, move: EventMove): ActSeat['refuses'] {
  return async ({ id, by }) => {
    const market = await findMarket(parts.db, id);
    const fault = market === null ? 'no-market' : await moveFault(parts, parts.db, { market, move, by });
    return fault === null ? null : MOVE_SAYS[fault];
  };
}

function plainAct(parts: EventActParts, { move, label, text, rule }: Plain): ActSeat {
  const resolves = move === 'reject' || move === 'confirm';
  return {
    desk: 'events',
    id: move.replace('_', '-'),
    label,
    text,
    permission: resolves ? 'events.resolve' : 'events.write',
    rule,
    order: 10 + PLAIN.findIndex((one) => one.move === move),
    refuses: refusalOf(parts, move),
    run: async ({ id, by, reason }) => said(await parts.events.move(id, move, { by, reason })),
  };
}

function proposeAct(parts: EventActParts): ActSeat {
  return {
    desk: 'events',
    id: 'propose',
    label: 'Propose a result',
    text: 'A second colleague confirms or rejects it.',
    permission: 'events.resolve',
    rule: 'Somebody with no shares of it and no order there.',
    order: 30,
    fields: RESULT_FIELDS,
    refuses: refusalOf(parts, 'propose'),
    run: async ({ id, by, reason, fields }) => {
      const result = readResult(fields);
      if (typeof result === 'string') return wrongField(result, 'malformed');
      return said(await parts.events.propose(id, result, { by, reason }));
    },
  };
}

function clarifyAct(parts: EventActParts): ActSeat {
  return {
    desk: 'events',
    id: 'clarify',
    label: 'Clarify the rules',
    text: 'The text becomes a part of the rules. Resting orders end, and whoever holds shares may leave for a day at the price that is fair now.',
    permission: 'events.clarify',
    rule: 'Two people with no shares of it.',
    people: 2,
    order: 20,
    fields: [{ name: 'text', label: 'Text, in English', kind: 'long' }],
    refuses: refusalOf(parts, 'clarify'),
    run: ({ id, by, reason, fields }) => {
      const text = (fields['text'] ?? '').trim();
      if (text.length < 10) return Promise.resolve(wrongField('text', 'too_small'));
      if (text.length > CLARIFICATION_LENGTH) return Promise.resolve(wrongField('text', 'too_large'));
      return askSecond(parts, EVENT_CLARIFIED, {
        fields: { marketId: id, text },
        by,
        reason,
      });
    },
  };
}

function voidAct(parts: EventActParts): ActSeat {
  return {
    desk: 'events',
    id: 'void',
    label: 'Void it',
    text: 'Shares are paid by the values shown under Result, and fees come back.',
    permission: 'events.void',
    rule: 'Two people with no shares of it.',
    danger: true,
    people: 2,
    stepUp: true,
    order: 40,
    fields: [
      {
        name: 'why',
        label: 'Why',
        kind: 'choice',
        options: VOID_REASONS.map((value) => ({ value, label: sentence(value) })),
      },
    ],
    refuses: refusalOf(parts, 'void'),
    run: ({ id, by, reason, fields }) => {
      const why = VOID_REASONS.find((one) => one === fields['why']);
      if (why === undefined) return Promise.resolve(wrongField('why', 'unknown'));
      return askSecond(parts, EVENT_VOIDED, { fields: { marketId: id, why }, by, reason });
    },
  };
}

function rulingAct(parts: EventActParts): ActSeat {
  return {
    desk: 'events',
    id: 'decide',
    label: 'Decide the dispute',
    text: 'It can’t be challenged again. Two more colleagues approve it.',
    permission: 'events.resolve',
    rule: 'Three people with no shares of it, and not the one who proposed.',
    people: 2,
    order: 31,
    fields: RESULT_FIELDS,
    refuses: refusalOf(parts, 'decide'),
    run: ({ id, by, reason, fields }) => {
      const result = readResult(fields);
      if (typeof result === 'string') return Promise.resolve(wrongField(result, 'malformed'));
      const ruling = { marketId: id, ...result, level: [...(result.level ?? [])] };
      return askSecond(parts, EVENT_RULED, { fields: ruling, by, reason });
    },
  };
}

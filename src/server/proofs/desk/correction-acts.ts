import { toDecimal } from '#domain/money.ts';
import { ok, refused } from '#domain/outcome.ts';
import { deskPath } from '#protocol/office/desks.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { CORRECTION_REFUSED } from './correction-words.ts';
import { createCorrections } from '../corrections.ts';
import type { CorrectionsSeatParts } from './corrections-seat.ts';
import { findProposal } from './store-desk.ts';

/** The record on which a correction is proposed. */
export const NEW = 'new';

/** Opened by the act that needs it: it asks the signer. */
function open({ provenRows, ...parts }: CorrectionsSeatParts) {
  return createCorrections({ ...parts, engine: provenRows });
}

const whole = (typed: string | undefined): number => (/^[1-9]\d{0,14}$/.test(typed ?? '') ? Number(typed) : 0);

export function proposeAct(parts: CorrectionsSeatParts): ActSeat {
  return {
    desk: 'corrections',
    id: 'propose',
    label: 'Propose',
    text: 'Nothing changes until another person approves it. The reason is published with the correction.',
    permission: 'trading.correct',
    rule: 'Two people: one proposes, another approves.',
    order: 10,
    on: (id) => id === NEW,
    fields: [
      { name: 'stream', label: 'Stream: a pair, with #replay or #simulated for those feeds', kind: 'text' },
      { name: 'from', label: 'First wrong tick', kind: 'number' },
      { name: 'to', label: 'Last wrong tick', kind: 'number' },
      { name: 'evidence', label: 'SHA-256 of the file that shows it', kind: 'text' },
    ],
    refuses: () => Promise.resolve(null),
    run: async ({ by, reason, fields }) => {
      const evidence = (fields['evidence'] ?? '').trim().toLowerCase();
      if (!/^[0-9a-f]{64}$/.test(evidence)) return wrongField('evidence', 'malformed');
      const made = await (
        await open(parts)
      ).propose(by, {
        stream: (fields['stream'] ?? '').trim(),
        fromSeq: whole(fields['from']?.trim()),
        toSeq: whole(fields['to']?.trim()),
        clause: reason,
        evidence: Buffer.from(evidence, 'hex'),
      });
      if (typeof made === 'string') return refused({ code: 'ActRefused', why: CORRECTION_REFUSED[made] });
      return ok({ said: 'Proposed. Its page shows what it would do.', opens: deskPath('corrections', made.id) });
    },
  };
}

export function approveAct(parts: CorrectionsSeatParts): ActSeat {
  return {
    desk: 'corrections',
    id: 'approve',
    label: 'Approve',
    text: 'Every prediction of the list becomes void now, and its money moves. It can’t be taken back.',
    permission: 'trading.correct',
    rule: 'Another person than whoever proposed it, once nothing on the range is open.',
    danger: true,
    stepUp: true,
    order: 20,
    on: (id) => id !== NEW,
    refuses: async ({ id, by }) => {
      const row = await findProposal(parts.db, id);
      if (row === null) return CORRECTION_REFUSED['no-proposal'];
      if (row.approved !== null) return CORRECTION_REFUSED['approved-already'];
      return row.proposedBy === by.userId ? CORRECTION_REFUSED['same-person'] : null;
    },
    run: async ({ id, by }) => {
      const done = await (await open(parts)).approve(by, id);
      if (typeof done === 'string') return refused({ code: 'ActRefused', why: CORRECTION_REFUSED[done] });
      const { no, count, sum } = done;
      return ok(
        `Correction ${no} holds. Predictions void: ${count}. Stakes given back: ${toDecimal(sum.real)} USDT, in practice ${toDecimal(sum.demo)}.`,
      );
    },
  };
}

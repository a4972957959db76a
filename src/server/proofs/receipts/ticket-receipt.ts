import { deflateRawSync } from 'node:zlib';
import { fromDecimal } from '#domain/money.ts';
import { ok, refused } from '#domain/outcome.ts';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import { isRowId } from '#protocol/codecs.ts';
import { actorOf } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { chip, code, line, money, sentence, text, time } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import type { BaseParts } from '#server/subject.ts';
import type { Proofs } from '../proofs.ts';
import { keyOf } from '../store-predictions.ts';
import { NotProvenYet } from './proof-book.ts';
import { pictureFacts } from './picture-facts.ts';

export interface ReceiptDeskParts extends Pick<BaseParts, 'config' | 'db' | 'audit'> {
  readonly proofs: Pick<Proofs, 'receipt'>;
  /** What a ticket of support is about, and who wrote it; null: nothing, or there is no such ticket. */
  readonly ticketSubject: (
    id: string,
  ) => Promise<{ readonly kind: string; readonly ref: string; readonly userId: string | null } | null>;
}

interface Questioned {
  /** `elsewhere`: in an archive that cannot be read from here; `later`: not proven yet. */
  readonly receipt: ProofDocument | 'elsewhere' | 'later';
  /** Was the ticket written by whoever predicted? */
  readonly own: boolean;
}

const NOT_HERE = { elsewhere: 'in an archive that isn’t on this machine', later: 'not proven yet' } as const;
const NO_RECEIPT = 'It is about no prediction that has a receipt.';
/** Longer ones are cut by what carries links (src/verify/link.ts). */
const LONGEST_LINK = 16_000;

/** The signer may be away for a moment: the ticket is read all the same. */
function later(error: unknown): 'later' {
  if (error instanceof NotProvenYet) return 'later';
  throw error;
}

/** The prediction that a ticket questions. Behind its id may stand what the verifier said. */
async function questioned({ db, proofs, ticketSubject }: ReceiptDeskParts, ticket: string): Promise<Questioned | null> {
  const about = await ticketSubject(ticket);
  const [id = ''] = about?.ref.split(' ') ?? [];
  const key = about?.kind === 'prediction' && isRowId(id) ? await keyOf(db, id) : null;
  const receipt = key === null ? null : await proofs.receipt({ id, ...key }).catch(later);
  return key === null || receipt === null ? null : { receipt, own: key.userId === about?.userId };
}

/** Beside a ticket about a result: what its receipt says. */
export function receiptPart(parts: ReceiptDeskParts): PartSeat {
  return {
    desk: 'tickets',
    id: 'receipt',
    title: 'Receipt',
    permission: 'support.read',
    place: 'facts',
    order: 20,
    lines: async ({ id }) => {
      const found = await questioned(parts, id);
      if (found === null) return [];
      if (typeof found.receipt === 'string') return [line('Receipt', text(NOT_HERE[found.receipt]))];
      const facts = pictureFacts(found.receipt, 'shown');
      const amount = (decimal: string | undefined) => money(decimal === undefined ? null : fromDecimal(decimal, 6));
      return [
        line(
          'Predicted by',
          found.own ? text('whoever wrote') : chip('somebody else, or nobody who is signed in', 'warn'),
        ),
        line('Balance', text(facts.realm)),
        line('Prediction', text(`${facts.pair} ${facts.direction}`)),
        line('Result', text(facts.outcome === null ? 'open' : sentence(facts.outcome))),
        line('Entry', text(facts.entry)),
        line('Exit', text(facts.exit)),
        line('Stake', amount(facts.amounts?.stake)),
        line('Profit', amount(facts.amounts?.profit)),
        line('Ended', time(facts.endedAt)),
        line('Fingerprint', code(facts.fingerprint)),
      ];
    },
  };
}

/** The receipt in the page that checks it: the agent sees what the person sees. */
export function openReceiptAct(parts: ReceiptDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'receipt',
    label: 'Check the receipt',
    text: 'Opens the receipt in the public checker, in your browser. Its link has the amounts in it.',
    permission: 'support.write',
    rule: 'Whoever answers a question about a result checks it first.',
    order: 15,
    refuses: async ({ id }) => ((await questioned(parts, id)) === null ? NO_RECEIPT : null),
    run: async ({ id, by, reason }) => {
      const found = await questioned(parts, id);
      if (found === null || typeof found.receipt === 'string') return refused({ code: 'ActRefused', why: NO_RECEIPT });
      const packed = deflateRawSync(JSON.stringify(found.receipt)).toString('base64url');
      if (packed.length > LONGEST_LINK) return refused({ code: 'ActRefused', why: 'It is too long for a link.' });
      await transaction(parts.db, (tx) =>
        parts.audit.write(tx, {
          ...actorOf(by),
          action: 'ticket.receipt_opened',
          objectType: 'ticket',
          objectId: id,
          reason,
        }),
      );
      return ok({
        said: 'The link is good for 5 minutes here.',
        opens: `${parts.config.origins.main}/en/verify#r=${packed}`,
      });
    },
  };
}

import type { Pool } from 'pg';
import type { Approvals } from '#server/approvals/index.ts';
import { line, chip, sentence, time, text } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { askSecond, type OfficeSeat } from '#server/desk/index.ts';
import { ERASED } from './erasure-act.ts';
import { findClosure } from './store-closure.ts';
import { newestConsents } from './store-consents.ts';
import { findExport } from './store-export.ts';

export interface PrivacySeatParts {
  readonly db: Pool;
  readonly approvals: Approvals;
}

/** What privacy shows of a person, and the erasure of one. */
export function privacySeat(parts: PrivacySeatParts): OfficeSeat {
  return { parts: [consentsPart(parts)], acts: [erasure(parts)] };
}

function consentsPart({ db }: PrivacySeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'consents',
    title: 'Consents and data',
    permission: 'people.read',
    place: 'facts',
    order: 60,
    lines: async ({ id }) => {
      const [consents, file, closure] = await Promise.all([
        newestConsents(db, id),
        findExport(db, id),
        findClosure(db, id),
      ]);
      return [
        ...consents.map(({ document, version, choice, at }) =>
          line(
            `${sentence(document.replaceAll('-', ' '))}, ${version}`,
            choice === 'accepted' ? time(at) : chip('essential cookies only'),
          ),
        ),
        line('File of their data', file === null ? text('not asked for') : time(file.askedAt)),
        line('Closing', closure === null ? text('no') : chip('account is closing', 'warn')),
      ];
    },
  };
}

function erasure(parts: PrivacySeatParts): ActSeat {
  return {
    desk: 'people',
    id: 'erase',
    label: 'Erase',
    text: 'What may go of a closed or blocked account goes now, not after its 14 days.',
    permission: 'people.erase',
    rule: 'Two people: it can’t be undone.',
    danger: true,
    people: 2,
    order: 90,
    refuses: () => Promise.resolve(null),
    run: ({ id, by, reason }) => askSecond(parts, ERASED, { fields: { userId: id }, by, reason }),
  };
}

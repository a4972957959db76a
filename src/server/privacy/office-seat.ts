import type { Pool } from 'pg';
import type { Approvals } from '#server/approvals/index.ts';
import { line, chip, sentence, strong, time, text } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { askSecond, rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { ERASED } from './erasure-act.ts';
import { findClosure } from './store-closure.ts';
import { newestConsents, pageConsents } from './store-consents.ts';
import { findExport } from './store-export.ts';
import { listLooks, type LookKind } from './store-looks.ts';

export interface PrivacySeatParts {
  readonly db: Pool;
  readonly approvals: Approvals;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

/** What privacy shows of a person, and the erasure of one. */
export function privacySeat(parts: PrivacySeatParts): OfficeSeat {
  return { parts: [consentsPart(parts), choicesPart(parts), looksPart(parts)], acts: [erasure(parts)] };
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

function choicesPart({ db }: PrivacySeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'choices',
    title: 'Consents',
    permission: 'people.read',
    place: 'tab',
    order: 65,
    table: {
      columns: [
        { id: 'document', label: 'Document', head: true },
        { id: 'choice', label: 'Choice', head: true },
        { id: 'version', label: 'Version' },
        { id: 'language', label: 'Read in' },
        { id: 'at', label: 'When', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const found = await pageConsents(db, { userId: id, after, limit: limit + 1 });
        return rowPage(found, limit, (one) => ({
          id: one.id,
          cells: [
            strong(sentence(one.document.replaceAll('-', ' '))),
            one.choice === 'accepted' ? chip('Accepted', 'ok') : chip('Essential only'),
            text(one.version),
            text(one.language),
            time(one.at),
          ],
        }));
      },
    },
  };
}

const LOOK_NAMES: Readonly<Record<LookKind, string>> = {
  clear: 'Saw personal data in clear',
  as_person: 'Saw the product as this person',
};

function looksPart({ db, colleagueOf }: PrivacySeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'looks',
    title: 'Access log',
    permission: 'people.read',
    place: 'tab',
    order: 80,
    table: {
      columns: [
        { id: 'what', label: 'What', head: true },
        { id: 'who', label: 'Who', head: true },
        { id: 'at', label: 'When', end: true },
        { id: 'until', label: 'Until', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const found = await listLooks(db, { userId: id, after, limit: limit + 1 });
        const names = new Map<string, string>();
        for (const { staff } of found) if (!names.has(staff)) names.set(staff, (await colleagueOf(staff)).name);
        return rowPage(found, limit, (look) => ({
          id: look.id,
          cells: [
            strong(LOOK_NAMES[look.what]),
            text(names.get(look.staff) ?? null),
            time(look.at),
            time(look.endedAt),
          ],
        }));
      },
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

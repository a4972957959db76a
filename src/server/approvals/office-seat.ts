import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import { ok, refused } from '#domain/outcome.ts';
import type { CanonicalValue } from '#domain/proofs/canonical.ts';
import { definitionOf, isSettingName } from '#domain/settings/settings.ts';
import type { Cell, CellTone, OfficeLine } from '#protocol/office/cells.ts';
import type { Colleague } from '#protocol/office/office.ts';
import { transaction } from '#server/db/index.ts';
import { chip, code, line, money, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { ActAsked, ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage, WHY_NOT, type OfficeSeat } from '#server/desk/index.ts';
import type { Approvals, RequestState, StoredRequest } from './contract.ts';

export interface ApprovalsSeatParts {
  readonly db: Pool;
  readonly approvals: Approvals;
  readonly colleagueOf: (userId: string) => Promise<Colleague>;
}

const STATES: Readonly<Record<RequestState, readonly [string, CellTone]>> = {
  OPEN: ['Waits', 'warn'],
  DONE: ['Done', 'ok'],
  REFUSED: ['Refused', 'bad'],
  EXPIRED: ['Ran out', 'plain'],
};
const stateOf = ({ state }: StoredRequest): Cell => chip(...STATES[state]);

/** Requests for a second person: the list, one with all that decides what is done, and the decision. */
export function approvalsSeat(parts: ApprovalsSeatParts): OfficeSeat {
  return { desks: [deskOf(parts)], parts: [askedPart(parts), peoplePart(parts)], acts: decisions(parts) };
}

function deskOf({ db, approvals, colleagueOf }: ApprovalsSeatParts): DeskSeat {
  return {
    desk: 'approvals',
    count: () => approvals.countOpen(db),
    list: {
      columns: [
        { id: 'what', label: 'What', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'fields', label: 'With' },
        { id: 'maker', label: 'Asked by' },
        { id: 'people', label: 'People' },
        { id: 'made', label: 'Asked', end: true },
        { id: 'until', label: 'Until', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const state = (filter['state'] as RequestState | undefined) ?? null;
        const found = await transaction(db, (tx) => approvals.list(tx, { state, after, limit: limit + 1 }));
        const makers = new Map<string, string>();
        for (const { maker } of found) makers.set(maker, (await colleagueOf(maker)).name);
        return rowPage(found, limit, (one) => ({
          id: one.id,
          cells: [
            strong(one.title),
            stateOf(one),
            text(
              Object.entries(one.fields)
                .flatMap(([name, value]) => (name === 'userId' ? [] : [plain(value)]))
                .join(', '),
            ),
            text(makers.get(one.maker) ?? null),
            text(`${one.checkers.length + 1} of ${one.people}`),
            time(one.madeAt),
            time(one.expiresAt),
          ],
        }));
      },
    },
    record: {
      read: async (id) => {
        const one = await transaction(db, (tx) => approvals.read(tx, id));
        if (one === null) return null;
        return {
          title: one.title,
          subtitle: [code(id), time(one.madeAt)],
          chips: [stateOf(one)],
          subjectId: one.about,
        };
      },
    },
  };
}

function plain(value: CanonicalValue): string {
  return value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** A field of a request: amounts as money, people as a way to their page. */
function fieldLine(name: string, value: CanonicalValue, { isMoney }: { readonly isMoney: boolean }): OfficeLine {
  if (name === 'userId' && typeof value === 'string')
    return line('Person', recordLink('people', value, 'Open the person'));
  const isAmount =
    isMoney && (name === 'amount' || name === 'value') && typeof value === 'string' && /^\d+$/.test(value);
  return line(name, isAmount ? money(usdt(BigInt(value))) : text(plain(value)));
}

/** What held when it was asked for, and what holds now, where that has become another. */
function changeLines(
  { factsAsked, factsNow }: StoredRequest,
  how: { readonly isMoney: boolean },
): readonly OfficeLine[] {
  return Object.entries(factsNow ?? factsAsked ?? {}).flatMap(([name, value]) => {
    const asked = factsAsked?.[name] ?? null;
    const held = { ...fieldLine(name, asked, how), label: `${name}, when asked` };
    const isSame = JSON.stringify(asked) === JSON.stringify(value);
    if (factsNow === null) return [held];
    const now = { ...fieldLine(name, value, how), label: `${name}, now` };
    return isSame ? [now] : [held, now, line('Since it was asked', chip('changed', 'warn'))];
  });
}

function askedPart({ db, approvals }: ApprovalsSeatParts): PartSeat {
  return {
    desk: 'approvals',
    id: 'asked',
    title: 'What is asked for',
    permission: 'approvals.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const one = await transaction(db, (tx) => approvals.read(tx, id));
      if (one === null) return [];
      const { name: setting } = one.fields;
      // Of a setting that counts, the value is no money.
      const isMoney = typeof setting !== 'string' || !isSettingName(setting) || definitionOf(setting).unit === 'USDT';
      return [
        ...Object.entries(one.fields).map(([name, value]) => fieldLine(name, value, { isMoney })),
        ...changeLines(one, { isMoney }),
        line('Reason', text(one.reason ?? 'erased')),
        line('Digest', code(one.digest.slice(0, 16))),
      ];
    },
  };
}

function peoplePart({ db, approvals, colleagueOf }: ApprovalsSeatParts): PartSeat {
  return {
    desk: 'approvals',
    id: 'people',
    title: 'People',
    permission: 'approvals.read',
    place: 'facts',
    order: 20,
    lines: async ({ id }) => {
      const one = await transaction(db, (tx) => approvals.read(tx, id));
      if (one === null) return [];
      const checkers: OfficeLine[] = [];
      for (const [no, checker] of one.checkers.entries())
        checkers.push(line(`Approved by (${no + 2} of ${one.people})`, text((await colleagueOf(checker)).name)));
      const maker = await colleagueOf(one.maker);
      return [
        line(`Asked by (1 of ${one.people})`, text(`${maker.name}, ${maker.role}`)),
        ...checkers,
        line('May approve', text([...one.roles].join(', '))),
        line('Until', time(one.expiresAt)),
      ];
    },
  };
}

function decisions({ db, approvals }: ApprovalsSeatParts): readonly ActSeat[] {
  const read = (id: string) => transaction(db, (tx) => approvals.read(tx, id));
  /** `own`: what is said to whoever asked; null: they may. */
  const ruleAgainst = async ({ id, by }: ActAsked, own: string | null): Promise<string | null> => {
    const one = await read(id);
    if (one === null) return WHY_NOT['no-request'];
    if (one.state !== 'OPEN') return `This request is over: ${STATES[one.state][0].toLowerCase()}.`;
    if (one.maker === by.userId) return own;
    if (!one.roles.has(by.role)) return `This takes one of ${[...one.roles].join(', ')}.`;
    return null;
  };
  return [
    {
      desk: 'approvals',
      id: 'approve',
      label: 'Approve',
      text: 'The last approval that is needed does it, with exactly what stands here.',
      permission: 'approvals.decide',
      rule: 'Another person than the one who asked. Its rule is asked again at that moment.',
      stepUp: true,
      order: 10,
      fields: async ({ id }) => [
        { name: 'digest', label: 'Digest', kind: 'fixed', value: (await read(id))?.digest ?? '' },
      ],
      refuses: async (asked) => {
        const against = await ruleAgainst(asked, WHY_NOT['same-person']);
        if (against !== null) return against;
        return (await read(asked.id))?.checkers.includes(asked.by.userId) === true ? 'You have approved this.' : null;
      },
      run: async ({ id, by, fields: { digest = '' } }) => {
        if (!/^[0-9a-f]{64}$/.test(digest)) return refused({ code: 'ActRefused', why: WHY_NOT.changed });
        const answer = await transaction(db, (tx) => approvals.approve(tx, { id, digest, by: by.userId }));
        if (typeof answer === 'string') return refused({ code: 'ActRefused', why: WHY_NOT[answer] });
        if ('rule' in answer) return refused({ code: 'ActRefused', why: answer.rule });
        return ok('waits' in answer ? `Approved. ${answer.waits} more must.` : 'Approved and done.');
      },
    },
    {
      desk: 'approvals',
      id: 'refuse',
      label: 'Refuse',
      text: 'Ends the request. Whoever asked takes it back so.',
      permission: 'approvals.decide',
      rule: 'Anybody who may approve it, and the person who asked.',
      danger: true,
      order: 20,
      refuses: (asked) => ruleAgainst(asked, null),
      run: async ({ id, by, reason }) => {
        const answer = await transaction(db, (tx) => approvals.refuse(tx, { id, by: by.userId, reason }));
        return answer === 'refused'
          ? ok('The request is refused.')
          : refused({ code: 'ActRefused', why: WHY_NOT[answer] });
      },
    },
  ];
}

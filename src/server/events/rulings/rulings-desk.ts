import type { Pool } from 'pg';
import { RULING_KINDS, type RulingKind } from '#domain/events/rulings.ts';
import type { CellTone, OfficeLine } from '#protocol/office/cells.ts';
import { chip, code, line, recordLink, sentence, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { NEW } from '../desk/events-desk.ts';
import { findMarket } from '../store.ts';
import { findRuling, marketsLike, pageRulings, rulingsLike } from './store-rulings.ts';

const KINDS: Readonly<Record<RulingKind, { readonly word: string; readonly tone: CellTone }>> = {
  clarify: { word: 'Clarification', tone: 'info' },
  reject: { word: 'Rejected result', tone: 'warn' },
  decide: { word: 'Decided dispute', tone: 'ok' },
  void: { word: 'Void', tone: 'bad' },
  correct: { word: 'Correction', tone: 'warn' },
};
const kindChip = (kind: RulingKind) => chip(KINDS[kind].word, KINDS[kind].tone);
const NUMBER = /^[1-9]\d{0,14}$/;
/** Of what is like a draft so many are shown. */
const SHOWN = 5;

/** What colleagues said of rules and results, to be found by its words. */
export function rulingsDesk({ db }: { readonly db: Pool }): DeskSeat {
  return {
    desk: 'rulings',
    list: {
      columns: [
        { id: 'market', label: 'Market', head: true },
        { id: 'kind', label: 'Ruling', head: true },
        { id: 'said', label: 'What was said' },
        { id: 'at', label: 'Time', end: true },
      ],
      after: NUMBER,
      filters: [
        { name: 'words', label: 'Words', kind: 'text' },
        {
          name: 'kind',
          label: 'Ruling',
          kind: 'choice',
          options: RULING_KINDS.map((value) => ({ value, label: KINDS[value].word })),
        },
      ],
      read: async ({ after, limit, filter }) => {
        const asked = { search: filter['words'] ?? null, kind: filter['kind'] ?? null, after, limit: limit + 1 };
        return rowPage(await pageRulings(db, asked), limit, ({ no, marketId, title, kind, said, at }) => ({
          id: no,
          cells: [recordLink('events', marketId, title), kindChip(kind), text(said), time(at)],
        }));
      },
    },
    record: {
      id: NUMBER,
      read: async (no) => {
        const ruling = await findRuling(db, no);
        if (ruling === null) return null;
        return { title: ruling.title, subtitle: [code(ruling.slug)], chips: [kindChip(ruling.kind)], subjectId: null };
      },
    },
  };
}

/** What a ruling says and of which rules; on a draft, the rulings and markets that are like it. */
export function rulingFacts({ db }: { readonly db: Pool }): readonly PartSeat[] {
  const draft = async (id: string) => {
    const market = id === NEW ? null : await findMarket(db, id);
    return market !== null && (market.state === 'DRAFT' || market.state === 'REVIEW') ? market : null;
  };
  return [
    {
      desk: 'rulings',
      id: 'ruling',
      title: 'Ruling',
      permission: 'events.read',
      place: 'facts',
      order: 10,
      lines: async ({ id }) => {
        const ruling = await findRuling(db, id);
        if (ruling === null) return [];
        return [
          line('What was said', text(ruling.said)),
          line('Time', time(ruling.at)),
          line('Rules then', text(ruling.rules)),
          line('Market', recordLink('events', ruling.marketId, ruling.title)),
        ];
      },
    },
    {
      desk: 'events',
      id: 'rulings-like',
      title: 'Rulings on rules like these',
      permission: 'events.read',
      place: 'facts',
      order: 16,
      lines: async ({ id }) => {
        const market = await draft(id);
        const found = market === null ? [] : await rulingsLike(db, market.terms, SHOWN);
        return found.map(({ no, kind, said }): OfficeLine => line(KINDS[kind].word, recordLink('rulings', no, said)));
      },
    },
    {
      desk: 'events',
      id: 'markets-like',
      title: 'Markets like it',
      permission: 'events.read',
      place: 'facts',
      order: 17,
      lines: async ({ id }) => {
        const market = await draft(id);
        if (market === null) return [];
        const { title } = market.terms;
        const found = await marketsLike(db, { title, eventId: market.eventId, limit: SHOWN });
        return found.map((one) => line(sentence(one.state), recordLink('events', one.id, one.title)));
      },
    },
  ];
}

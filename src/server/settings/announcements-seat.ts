import { uuidv7 } from 'uuidv7';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { ANNOUNCED, type Announced } from '#domain/settings/announcements.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { ActField } from '#protocol/office/cells.ts';
import { actorOf } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { line, text } from '#server/desk/cells.ts';
import type { ActDoing, ActSeat, PartSeat } from '#server/desk/contract.ts';
import { readMoment, wrongField } from '#server/desk/fields.ts';
import { MODE_TITLES, placeOf, type ModesSeatParts } from './modes-seat.ts';
import { endAnnouncements, findAnnouncements, insertAnnouncement } from './store-announcements.ts';

/** Longer work is announced anew. */
const LONGEST_MS = 72 * HOUR_MS;
const HERE = 'here';
const OTHERS = { deposits: 'Deposits', withdrawals: 'Withdrawals', site: 'All of the product' } as const;
const ABOUT: ActField = {
  name: 'about',
  label: 'About',
  kind: 'choice',
  options: [
    { value: HERE, label: 'This product and pair' },
    ...Object.entries(OTHERS).map(([value, label]) => ({ value, label })),
  ],
};

/** What an act is about: what it is done on, or what was chosen. null: there is no such thing. */
function aboutOf({ id, fields }: Pick<ActDoing, 'id' | 'fields'>): { about: Announced; pair: string } | null {
  const place = placeOf(id);
  const chosen = ANNOUNCED.find((one) => one === fields['about'] && one in OTHERS);
  if (chosen !== undefined) return { about: chosen, pair: '' };
  return place === null || fields['about'] !== HERE ? null : { about: place.product, pair: place.pair };
}

/** What is announced, on each record of the desk. */
export function announcedFacts({ db, clock }: ModesSeatParts): PartSeat {
  return {
    desk: 'modes',
    id: 'announced',
    title: 'Announced to people',
    permission: 'trading.read',
    place: 'facts',
    lines: async () => {
      const found = await findAnnouncements(db, clock.now());
      if (found.length === 0) return [line('Nothing', text(null))];
      return found.map(({ about, pair, from, until }) => {
        const [begins, ends] = [from, until].map((at) => new Date(at).toISOString().slice(0, 16).replace('T', ' '));
        return line(titleOf(about, pair), text(`${begins} to ${ends} UTC`));
      });
    },
  };
}

const titleOf = (about: Announced, pair: string) =>
  `${about in OTHERS ? OTHERS[about as keyof typeof OTHERS] : MODE_TITLES[about as keyof typeof MODE_TITLES]}${pair === '' ? '' : `, ${pair}`}`;

export function announceAct(parts: ModesSeatParts): ActSeat {
  return {
    desk: 'modes',
    id: 'announce',
    label: 'Announce work',
    text: 'Everybody reads it on top of the pages that it is about, in their language, until it is over. It pauses nothing.',
    permission: 'trading.act',
    rule: 'It ends by itself. What is taken is set by the mode, at its time.',
    fields: [
      ABOUT,
      { name: 'from', label: 'Begins, UTC (2026-12-24 09:00)', kind: 'text' },
      { name: 'until', label: 'Ends, UTC', kind: 'text' },
    ],
    refuses: () => Promise.resolve(null),
    run: (act) => announce(parts, act),
  };
}

async function announce({ db, clock, audit }: ModesSeatParts, act: ActDoing): Promise<Outcome<string>> {
  const { by, reason, fields } = act;
  const what = aboutOf(act);
  if (what === null) return wrongField('about', 'unknown');
  const [from, until] = [readMoment(fields['from']), readMoment(fields['until'])];
  if (typeof from === 'string') return wrongField('from', from);
  if (typeof until === 'string') return wrongField('until', until);
  const now = clock.now();
  if (until <= now || until <= from) return wrongField('until', 'too_small');
  if (until - from > LONGEST_MS) return wrongField('until', 'too_large');
  await transaction(db, async (tx) => {
    const id = uuidv7();
    await insertAnnouncement(tx, { id, ...what, from, until, reason, actor: actorOf(by).actorId, madeAt: now });
    await audit.write(tx, {
      ...actorOf(by),
      action: 'announcement.made',
      objectType: 'product',
      objectId: act.id.replace('.', ' '),
      reason,
      after: { ...what, from, until },
    });
  });
  return ok('Announced. People read it within a minute.');
}

export function takeBackAct({ db, clock, audit }: ModesSeatParts): ActSeat {
  return {
    desk: 'modes',
    id: 'take-back',
    label: 'Take announcements back',
    text: 'Nobody reads them any more. What is under way goes on.',
    permission: 'trading.act',
    rule: 'All that are not over, about the same product and pair.',
    fields: [ABOUT],
    refuses: () => Promise.resolve(null),
    run: (act) =>
      transaction(db, async (tx) => {
        const what = aboutOf(act);
        if (what === null) return wrongField('about', 'unknown');
        const ended = await endAnnouncements(tx, { about: [what.about], pair: what.pair, now: clock.now() });
        if (ended.length === 0) return refused({ code: 'ActRefused', why: 'Nothing is announced about it.' });
        await audit.write(tx, {
          ...actorOf(act.by),
          action: 'announcement.ended',
          objectType: 'product',
          objectId: act.id.replace('.', ' '),
          reason: act.reason,
          before: what,
        });
        return ok('Taken back.');
      }),
  };
}

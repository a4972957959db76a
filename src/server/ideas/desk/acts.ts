import type { PoolClient } from 'pg';
import { ideaAfter, type IdeaEvent, type IdeaState } from '#domain/ideas/idea.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { actorOf } from '#server/audit/index.ts';
import type { ActDoing, ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { transacted } from '#server/desk/index.ts';
import { record } from '#server/facts/index.ts';
import type { IdeasParts } from '../contract.ts';
import { findByNumber, findIdea, lockIdea, mergeInto, moveIdea, votersOf, type Idea } from '../store.ts';
import { numberOf, readNumber } from './desk.ts';

const NOT_NOW = 'Its state does not allow this now.';
/** A path behind the language, as the pages have it. */
const PATH = /^[a-z0-9][a-z0-9/-]{0,99}$/;

type Parts = Pick<IdeasParts, 'db' | 'audit'>;

/** What editors and support do with an idea. */
export function ideaActs(parts: Parts): readonly ActSeat[] {
  return [...PLAIN.map((plain) => plainAct(parts, plain)), releaseAct(parts), mergeAct(parts)];
}

interface Plain extends Pick<ActSeat, 'label' | 'text' | 'order' | 'rule'> {
  readonly event: Exclude<IdeaEvent, 'release' | 'merge'>;
  readonly said: string;
  readonly danger?: true;
}

const PLAIN: readonly Plain[] = [
  {
    event: 'publish',
    label: 'Publish',
    text: 'Everybody sees it and may vote for it.',
    rule: 'No advertising, no abuse, no data of a person, and not a question for support.',
    said: 'It is published.',
    order: 10,
  },
  {
    event: 'plan',
    label: 'Planned',
    text: 'Whoever voted for it is told.',
    rule: 'Once somebody has decided that it is made.',
    said: 'It is planned.',
    order: 20,
  },
  {
    event: 'start',
    label: 'In work',
    text: 'Whoever voted for it is told.',
    rule: 'Once somebody works on it.',
    said: 'It is in work.',
    order: 30,
  },
  {
    event: 'reopen',
    label: 'Open again',
    text: 'It is neither planned nor declined any more. Whoever voted for it is told.',
    rule: 'Where a decision was taken back.',
    said: 'It is open again.',
    order: 60,
  },
  {
    event: 'decline',
    label: 'Decline',
    text: 'It stays to be read, without votes from now on. Whoever voted for it is told.',
    rule: 'What will not be made.',
    said: 'It is declined.',
    order: 70,
    danger: true,
  },
  {
    event: 'hide',
    label: 'Hide',
    text: 'Nobody sees it any more. Nobody is told.',
    rule: 'Advertising, abuse, data of a person.',
    said: 'It is hidden.',
    order: 90,
    danger: true,
  },
];

/** States that its voters hear of. That it was published only its author does. */
const TOLD: readonly IdeaState[] = ['OPEN', 'PLANNED', 'STARTED', 'RELEASED', 'DECLINED', 'MERGED'];

/** Tells whoever voted for an idea how it stands. */
async function tell(tx: PoolClient, idea: Idea, to: IdeaState): Promise<void> {
  if (!TOLD.includes(to)) return;
  const voters = await votersOf(tx, idea.id);
  await record(
    tx,
    voters.map((userId) => ({ kind: 'idea.moved', userId, ideaId: idea.id, to }) as const),
  );
}

async function writeDown(
  { audit }: Parts,
  tx: PoolClient,
  done: Pick<ActDoing, 'by' | 'reason'> & { readonly idea: Idea; readonly to: IdeaState },
): Promise<void> {
  const { idea, by, reason, to } = done;
  await audit.write(tx, {
    ...actorOf(by),
    action: 'idea.moved',
    objectType: 'idea',
    objectId: idea.id,
    reason,
    before: { state: idea.state },
    after: { state: to },
  });
}

const refusesNow =
  ({ db }: Parts, event: IdeaEvent): ActSeat['refuses'] =>
  async ({ id }) => {
    const idea = await findIdea(db, id);
    return idea === null || ideaAfter(idea.state, event) === null ? NOT_NOW : null;
  };

/** Locks the idea and says where an event leads; refused where it leads nowhere. */
async function moving(tx: PoolClient, id: string, event: IdeaEvent): Promise<Outcome<{ idea: Idea; to: IdeaState }>> {
  const idea = await lockIdea(tx, id);
  const to = idea === null ? null : ideaAfter(idea.state, event);
  return idea === null || to === null ? refused({ code: 'ActRefused', why: NOT_NOW }) : ok({ idea, to });
}

function plainAct(parts: Parts, { event, said, ...seat }: Plain): ActSeat {
  return {
    desk: 'ideas',
    id: event,
    permission: 'ideas.write',
    ...seat,
    refuses: refusesNow(parts, event),
    ...transacted(parts.db, async (tx, { id, by, reason }) => {
      const move = await moving(tx, id, event);
      if (!move.ok) return move;
      const { idea, to } = move.value;
      await moveIdea(tx, { id, state: to });
      await writeDown(parts, tx, { idea, to, by, reason });
      await tell(tx, idea, to);
      return ok(said);
    }),
  };
}

function releaseAct(parts: Parts): ActSeat {
  return {
    desk: 'ideas',
    id: 'release',
    label: 'Released',
    text: 'Whoever voted for it is told. The idea leads to the page that has it.',
    permission: 'ideas.write',
    rule: 'Once everybody can use it.',
    order: 40,
    fields: [{ name: 'path', label: 'Page, behind the language: trading-history', kind: 'text', optional: true }],
    refuses: refusesNow(parts, 'release'),
    ...transacted(parts.db, async (tx, { id, by, reason, fields }) => {
      const path = (fields['path'] ?? '').trim();
      if (path !== '' && !PATH.test(path)) return wrongField('path', 'malformed');
      const move = await moving(tx, id, 'release');
      if (!move.ok) return move;
      const { idea, to } = move.value;
      await moveIdea(tx, { id, state: to, path: path === '' ? null : path });
      await writeDown(parts, tx, { idea, to, by, reason });
      await tell(tx, idea, to);
      return ok('It is released.');
    }),
  };
}

function mergeAct(parts: Parts): ActSeat {
  return {
    desk: 'ideas',
    id: 'merge',
    label: 'Merge',
    text: 'Its votes go to the other idea; who voted for both counts once. Whoever voted for this one is told. It cannot be undone.',
    permission: 'ideas.write',
    rule: 'Two ideas that one change would fulfil. The one that says it better stays.',
    order: 50,
    danger: true,
    fields: [{ name: 'into', label: 'The idea that stays: I-101', kind: 'text' }],
    refuses: refusesNow(parts, 'merge'),
    ...transacted(parts.db, async (tx, { id, by, reason, fields }) => {
      const number = readNumber(fields['into'] ?? '');
      const other = number === null ? null : await findByNumber(tx, number);
      if (other === null || other.id === id) return wrongField('into', 'unknown');
      // One order for every pair, so that two merges do not wait for each other.
      for (const one of [id, other.id].toSorted()) await lockIdea(tx, one);
      const move = await moving(tx, id, 'merge');
      if (!move.ok) return move;
      const into = await findIdea(tx, other.id);
      // One that nobody sees, or that has moved on itself, takes no votes over.
      if (into === null || ideaAfter(into.state, 'decline') === null) return wrongField('into', 'unknown');
      const { idea, to } = move.value;
      await tell(tx, idea, to);
      await mergeInto(tx, { from: id, into: into.id });
      await writeDown(parts, tx, { idea, to, by, reason });
      return ok(`It is part of ${numberOf(into)} now.`);
    }),
  };
}

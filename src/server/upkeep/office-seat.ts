import type { Pool } from 'pg';
import { ok, refused } from '#domain/outcome.ts';
import type { CellTone } from '#protocol/office/cells.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { chip, code, line, number, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import type { Facts } from '#server/facts/index.ts';
import { cancelJob, findJob, listJobs, retryJob, type JobState } from '#server/jobs/index.ts';

export interface SystemSeatParts {
  readonly db: Pool;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly facts: Pick<Facts, 'lags'>;
}

const STATES = ['failed', 'running', 'waiting', 'scheduled'] as const satisfies readonly JobState[];
const TONES: Readonly<Record<JobState, CellTone>> = {
  failed: 'bad',
  running: 'info',
  waiting: 'warn',
  scheduled: 'plain',
};
const NUMBER = /^\d{1,18}$/;
const LATE_SECONDS = 60;

/** The queue of jobs, and how far the followers of facts are. */
export function systemSeat(parts: SystemSeatParts): OfficeSeat {
  return {
    desks: [jobsDesk(parts), followersDesk(parts)],
    parts: [jobFacts(parts)],
    acts: [jobAct(parts, 'retry'), jobAct(parts, 'cancel')],
  };
}

function jobsDesk({ db, clock }: SystemSeatParts): DeskSeat {
  return {
    desk: 'jobs',
    count: async () => (await listJobs(db, { state: 'failed', limit: 100 })).length,
    list: {
      columns: [
        { id: 'job', label: 'Job', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'tries', label: 'Tries' },
        { id: 'fault', label: 'Fault' },
        { id: 'age', label: 'Age, seconds', end: true },
        { id: 'due', label: 'Due', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: STATES.map((value) => ({ value, label: sentence(value) })),
        },
      ],
      after: NUMBER,
      read: async ({ filter, after, limit }) => {
        const state = STATES.find((one) => one === filter['state']);
        const found = await listJobs(db, { state, before: after ?? undefined, limit: limit + 1 });
        return rowPage(found, limit, (job) => ({
          id: job.id,
          cells: [
            strong(job.job),
            chip(sentence(job.state), TONES[job.state]),
            text(`${job.attempts} of ${job.tries}`),
            text(job.fault),
            number(Math.max(0, Math.round((clock.now() - job.createdAt) / 1_000))),
            time(job.dueAt),
          ],
        }));
      },
    },
    record: {
      id: NUMBER,
      read: async (id) => {
        const job = await findJob(db, id);
        if (job === null) return null;
        return {
          title: job.job,
          subtitle: [code(job.id)],
          chips: [chip(sentence(job.state), TONES[job.state])],
          subjectId: null,
        };
      },
    },
  };
}

function jobFacts({ db }: SystemSeatParts): PartSeat {
  return {
    desk: 'jobs',
    id: 'job',
    title: 'Job',
    permission: 'system.read',
    place: 'facts',
    lines: async ({ id }) => {
      const job = await findJob(db, id);
      if (job === null) return [];
      return [
        line('Tries', text(`${job.attempts} of ${job.tries}`)),
        line('Fault', text(job.fault)),
        line('Put in', time(job.createdAt)),
        line('Due', time(job.dueAt)),
      ];
    },
  };
}

function jobAct({ db, audit }: SystemSeatParts, what: 'retry' | 'cancel'): ActSeat {
  const isRetry = what === 'retry';
  return {
    desk: 'jobs',
    id: what,
    label: isRetry ? 'Do it now' : 'Take it out',
    text: isRetry ? 'It is due at once, with all its tries before it.' : 'It leaves the queue and is not done.',
    permission: 'system.act',
    rule: 'A job that is under way is left alone.',
    ...(isRetry ? {} : { danger: true as const }),
    refuses: async ({ id }) => ((await findJob(db, id))?.state === 'running' ? 'It is under way.' : null),
    run: async ({ id, by, reason }) => {
      const does = isRetry ? retryJob : cancelJob;
      const done = await transaction(db, (tx) => does(tx, { id, by, reason }, audit));
      if (!done) return refused({ code: 'ActRefused', why: 'It is done, or under way.' });
      return ok(isRetry ? 'It is due now.' : 'It is out of the queue.');
    },
  };
}

function followersDesk({ facts }: SystemSeatParts): DeskSeat {
  return {
    desk: 'followers',
    list: {
      columns: [
        { id: 'follower', label: 'Follower', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'source', label: 'Reads' },
        { id: 'behind', label: 'Behind', end: true },
        { id: 'seconds', label: 'Oldest waits, seconds', end: true },
        { id: 'position', label: 'Position', end: true },
      ],
      filters: [],
      after: /^[\w.-]{1,80}$/,
      read: async ({ after, limit }) => {
        const all = await facts.lags();
        const idOf = (one: (typeof all)[number]) => `${one.follower}.${one.source.replaceAll(' ', '-')}`;
        const from = all.findIndex((one) => idOf(one) === after) + 1;
        return rowPage(all.slice(from, from + limit + 1), limit, (one) => ({
          id: idOf(one),
          cells: [
            strong(one.follower),
            one.seconds > LATE_SECONDS ? chip('Late', 'bad') : chip('Follows', 'ok'),
            text(one.source),
            number(one.rows),
            number(Math.round(one.seconds)),
            code(one.position),
          ],
        }));
      },
    },
  };
}

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { HOUR_MS } from '#domain/time.ts';
import { CASE_OUTCOMES, takesTwo, type CaseOutcome } from '#domain/verification/name-check.ts';
import { thisShell, type Audit } from '#server/audit/index.ts';
import type { Approvals } from '#server/approvals/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import type { AccountAdmin } from '#server/identity/index.ts';
import { addList, CASES, CASE_DECIDED, readOfac, SCREENINGS } from '#server/verification/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { no as refuse, yes, type Told } from './told.ts';

export const SCREENING_USAGE = [
  'npm run admin -- add-list <SDN.CSV> [ALT.CSV] [SDN_COMMENTS.CSV]',
  '                                                 a version of the sanctions list; everybody is screened against it',
  'npm run admin -- try-list <SDN.CSV> [ALT.CSV] [SDN_COMMENTS.CSV]',
  '                                                 the same in the shadow: it says what would change, and counts from count-list on',
  'npm run admin -- count-list <number> <why>       a version that was tried counts from now on',
  'npm run admin -- screenings                      what was screened against which list, with hits and times',
  'npm run admin -- shadow <score>                  screens everybody with another threshold, counts, and opens no case',
  'npm run admin -- cases                           hits that somebody must look at, the one that is due first at the top',
  'npm run admin -- case <id>                       one of them, with what each hit is made of',
  'npm run admin -- rest-case <id> <hours> <why>    lets one rest',
  'npm run admin -- decide-case <id> <outcome> <why>',
  '                                                 ends one: cleared, confirmed or not_enough',
  'npm run admin -- ask-case <email> <id> <outcome> <why>',
  '                                                 asks to end one that takes two people: another person approves it',
] as const;

export interface ScreeningParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly vault: Vault;
  readonly accountAdmin: Pick<AccountAdmin, 'find'>;
  readonly approvals: () => Promise<Approvals>;
}

const MOST = 200;
const SHELL = 'by a command';

type Command = (parts: ScreeningParts, words: readonly string[]) => Promise<Told>;

/** Commands of screening, by their first word. */
export const SCREENING_COMMANDS: Readonly<Record<string, Command>> = {
  'add-list': (parts, words) => add(parts, words, false),
  'try-list': (parts, words) => add(parts, words, true),
  'count-list': count,
  screenings: screenings,
  shadow: shadow,
  cases: cases,
  case: show,
  'rest-case': rest,
  'decide-case': decide,
  'ask-case': ask,
};

async function add(parts: ScreeningParts, [sdn, alt, comments]: readonly string[], isTried: boolean): Promise<Told> {
  if (sdn === undefined) return refuse(...SCREENING_USAGE);
  const entries = readOfac(textOf(sdn), ...[alt, comments].map((path) => (path === undefined ? '' : textOf(path))));
  if (entries.length === 0) return refuse(`${sdn} holds no entry of a list.`);
  const act = { by: thisShell(), reason: SHELL };
  const added = await transaction(parts.db, (tx) => addList(parts, tx, { name: 'OFAC SDN', entries, act, isTried }));
  if (!added.isNew) return yes(`List ${added.no} says the same already.`);
  if (isTried) {
    return yes(
      `List ${added.no} has ${added.entries} entries. A running server tries it on everybody: see the desk Screenings. It counts after count-list ${added.no} <why>.`,
    );
  }
  return yes(
    `List ${added.no} has ${added.entries} entries. A running server screens everybody against it: see screenings.`,
  );
}

async function count(parts: ScreeningParts, [no = '', ...why]: readonly string[]): Promise<Told> {
  if (!/^\d{1,18}$/.test(no) || why.length === 0) return refuse(...SCREENING_USAGE.slice(4, 5));
  const act = { no, by: thisShell(), reason: why.join(' ') };
  const isDone = await transaction(parts.db, (tx) => SCREENINGS.letCount(parts, tx, act));
  return isDone ? yes(`List ${no} counts from now on.`) : refuse(`List ${no} counts already, or there is none.`);
}

async function screenings({ db }: ScreeningParts): Promise<Told> {
  const sheets = await SCREENINGS.list(db, MOST);
  if (sheets.length === 0) return yes('Nobody was screened yet.');
  return yes(
    ...sheets.map(({ begunAt, endedAt, listNo, threshold, shadow: isShadow, screened, hits }) => {
      const took = endedAt === null ? 'going on' : `${((endedAt - begunAt) / 1_000).toFixed(1)} s`;
      const how = `list ${listNo}, from ${threshold.toFixed(2)}${isShadow ? ', in the shadow' : ''}`;
      return `${new Date(begunAt).toISOString()}  ${how}: ${screened} screened, ${hits} hits, ${took}`;
    }),
  );
}

async function shadow({ db, clock }: ScreeningParts, [score]: readonly string[]): Promise<Told> {
  const threshold = Number(score);
  if (!(threshold >= 0.5 && threshold <= 1)) return refuse('A threshold is a score from 0.5 to 1.');
  const begun = await transaction(db, (tx) => SCREENINGS.shadow({ clock }, tx, threshold));
  if (begun === null) return refuse('There is no sanctions list.');
  return yes(`Everybody is screened from ${threshold} on, in the shadow: see screenings.`);
}

async function cases({ db, clock }: ScreeningParts): Promise<Told> {
  const found = await CASES.list(db, { now: clock.now(), most: MOST });
  if (found.length === 0) return yes('There is no open case.');
  return yes(
    ...found.map(({ id, userId, dueAt, score, hits, escalatedAt, snoozedUntil }) => {
      const state =
        escalatedAt !== null ? 'escalated' : snoozedUntil !== null ? `rests until ${iso(snoozedUntil)}` : 'open';
      return `${id}  person ${userId}, ${hits} hits up to ${score.toFixed(2)}, due ${iso(dueAt)}, ${state}`;
    }),
  );
}

async function show(parts: ScreeningParts, [id]: readonly string[]): Promise<Told> {
  const found = await transaction(parts.db, (tx) =>
    CASES.read(parts, tx, { caseId: id ?? '', by: thisShell(), reason: SHELL }),
  );
  if (found === null) return refuse('There is no such case.');
  const { name, status, found: hits } = found;
  return yes(
    `${name.first ?? '?'} ${name.last ?? '?'}, born ${name.birthDate ?? '?'}: ${status}`,
    ...hits.map((hit) => {
      if (hit === null) return 'a hit that is erased';
      const words = hit.name.pairs
        .map(({ asked, listed, like }) => `${asked} = ${listed} ${like.toFixed(2)}`)
        .join(', ');
      return `${hit.score.toFixed(2)}  ${hit.entryId} ${hit.listedName} (${hit.strength}): ${words}; birth ${hit.birth}, country ${hit.country}`;
    }),
  );
}

async function rest(parts: ScreeningParts, [caseId = '', hours, ...why]: readonly string[]): Promise<Told> {
  if (!(Number(hours) > 0) || why.length === 0) return refuse('Say for how many hours, and why.');
  const until = parts.clock.now() + Number(hours) * HOUR_MS;
  const act = { caseId, until, by: thisShell(), reason: why.join(' ') };
  const answer = await transaction(parts.db, (tx) => CASES.rest(parts, tx, act));
  return answer === 'done' ? yes(`It rests until ${iso(until)}.`) : refuse('There is no such open case.');
}

async function decide(parts: ScreeningParts, [caseId = '', word, ...why]: readonly string[]): Promise<Told> {
  const outcome = outcomeOf(word);
  if (outcome === null || why.length === 0) return refuse(...SCREENING_USAGE.slice(-4));
  const act = { caseId, outcome, by: thisShell(), reason: why.join(' ') };
  const answer = await transaction(parts.db, (tx) => CASES.decide(parts, tx, act));
  if (answer === 'two-people')
    return refuse('To end it so takes two people:', `ask-case <email> ${caseId} ${outcome} <why>`);
  return answer === 'done' ? yes(`The case is ${outcome}.`) : refuse('There is no such open case.');
}

async function ask(parts: ScreeningParts, [email = '', caseId = '', word, ...why]: readonly string[]): Promise<Told> {
  const outcome = outcomeOf(word);
  if (outcome === null || why.length === 0) return refuse(...SCREENING_USAGE.slice(-2));
  const door = await parts.approvals();
  return transaction(parts.db, (tx) => request(parts, tx, { email, caseId, outcome, why: why.join(' '), door }));
}

async function request(
  parts: ScreeningParts,
  tx: PoolClient,
  asked: {
    readonly email: string;
    readonly caseId: string;
    readonly outcome: CaseOutcome;
    readonly why: string;
    readonly door: Approvals;
  },
): Promise<Told> {
  const { email, caseId, outcome, why, door } = asked;
  const maker = await parts.accountAdmin.find(tx, email);
  if (maker === null) return refuse(`Nobody has the address ${email}.`);
  const row = await CASES.find(tx, caseId);
  if (row === null || row.endedAt !== null) return refuse('There is no such open case.');
  if (!takesTwo(outcome, row.score)) return refuse(`One person may end it so: decide-case ${caseId} ${outcome} ${why}`);
  const fields = { caseId, userId: row.userId, outcome };
  const made = await door.ask(tx, CASE_DECIDED, { fields, by: maker.userId, reason: why });
  if (typeof made === 'string') return refuse(`${email} may not ask for that: ${made}.`);
  if ('rule' in made) return refuse(made.rule);
  return yes('Asked for. It counts when another person approves it:', `approve <email> ${made.id} ${made.digest}`);
}

function outcomeOf(word: string | undefined): CaseOutcome | null {
  return CASE_OUTCOMES.find((one) => one === word) ?? null;
}

function textOf(path: string): string {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

const iso = (at: number): string => new Date(at).toISOString();

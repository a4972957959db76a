import type { ListEntry, Screened } from '../../src/domain/verification/screening/entries.ts';
import { isForeign } from '../../src/domain/verification/screening/parts.ts';
import { MATCHER, Screener } from '../../src/domain/verification/screening/screener.ts';
import { romanise } from '../../src/server/verification/screening/romanise.ts';
import type { Pair } from './files.ts';
import { TREATMENTS, type Treatment } from './treatments.ts';

/** One measured number; `reached` null: it has no goal. */
export interface Figure {
  readonly says: string;
  readonly value: string;
  readonly goal: string;
  readonly reached: boolean | null;
}

/** A million names in ten minutes, on two cores. */
const NAMES_PER_CORE = 1_000_000 / 600 / 2;

/** so many names that are on the list are found, in whatever spelling, and so many that are not are looked at by somebody. */
const LEAST_FOUND = 0.99;
const MOST_REVIEWED = 0.02;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;

function atLeast(says: string, value: number, goal: number): Figure {
  return { says, value: percent(value), goal: `>= ${goal * 100} %`, reached: value >= goal };
}

function only(says: string, value: string): Figure {
  return { says, value, goal: '', reached: null };
}

/** Every figure of the screening. What the list is screened against is its own entries, each without a birth date. */
export function measure(given: {
  readonly entries: readonly ListEntry[];
  readonly people: readonly Screened[];
  readonly pairs: readonly Pair[];
}): readonly Figure[] {
  const { entries, people, pairs } = given;
  const begun = performance.now();
  const screener = new Screener(entries, { romanise });
  const built = performance.now() - begun;
  return [
    only('entries of the list', `${entries.length}, indexed in ${Math.round(built)} ms`),
    ...ofPeople(screener, people),
    ...ofList(screener, entries),
    ...(pairs.length === 0 ? [] : ofPairs(screener, pairs)),
  ];
}

function ofPeople(screener: Screener, people: readonly Screened[]): readonly Figure[] {
  const begun = process.cpuUsage();
  const dated = people.filter((person) => screener.screen(person).length > 0).length;
  const rate = people.length / (process.cpuUsage(begun).user / 1e6);
  const undated = people.filter((person) => screener.screen({ ...person, birthDate: null }).length > 0).length;
  // Half of a file of all the world is in other scripts: people there have names that many have.
  const goal = share(people.filter(({ name }) => isForeign(name)).length, people.length) > 0.25 ? 0.01 : 0.005;
  const withDate = share(dated, people.length);
  return [
    {
      says: `false hits of ${people.length} with birth date`,
      value: `${percent(withDate)} (${dated})`,
      goal: `<= ${goal * 100} %`,
      reached: withDate <= goal,
    },
    {
      says: `false hits of ${people.length} without birth date`,
      value: `${percent(share(undated, people.length))} (${undated})`,
      goal: `<= ${MOST_REVIEWED * 100} %`,
      reached: share(undated, people.length) <= MOST_REVIEWED,
    },
    {
      says: 'names a second of one core',
      value: String(Math.round(rate)),
      goal: `>= ${Math.ceil(NAMES_PER_CORE)}`,
      reached: rate >= NAMES_PER_CORE,
    },
  ];
}

function ofList(screener: Screener, entries: readonly ListEntry[]): readonly Figure[] {
  const named = (strength: 'name' | 'strong') =>
    entries.flatMap(({ id, names }) =>
      names.filter((name) => name.strength === strength).map(({ text }) => ({ id, name: text })),
    );
  const people = entries
    .filter(({ kind }) => kind === 'individual')
    .map(({ id, names }) => ({ id, name: turned(names[0]?.text ?? '') }));
  const recalls = [
    recall(screener, { says: 'recall of exact names', goal: 1, rows: named('name') }),
    ...(named('strong').length === 0
      ? []
      : [recall(screener, { says: 'recall of strong aliases', goal: 1, rows: named('strong') })]),
    ...Object.entries(TREATMENTS).map(([says, treat]) =>
      recall(screener, {
        says: `recall of ${says}`,
        goal: says === 'other script' ? 0.95 : 0.97,
        rows: treated(people, treat),
      }),
    ),
  ];
  const [all, missed] = [sumOf(recalls.map(({ of }) => of)), sumOf(recalls.map((one) => one.missed))];
  return [...recalls, atLeast(`recall of all of these (${all})`, share(all - missed, all), LEAST_FOUND)];
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

interface Row {
  readonly id: string;
  readonly name: string;
}

function treated(rows: readonly Row[], treat: Treatment): readonly Row[] {
  return rows.flatMap(({ id, name }, no) => {
    const other = treat(name, no);
    return other === null ? [] : [{ id, name: other }];
  });
}

function recall(
  screener: Screener,
  { says, goal, rows }: { readonly says: string; readonly goal: number; readonly rows: readonly Row[] },
): Figure & { readonly of: number; readonly missed: number } {
  const missed = rows.filter(
    ({ id, name }) => !screener.screen({ name, birthDate: null, countries: [] }).some(({ entryId }) => entryId === id),
  );
  if (process.env['SHOW_MISSED'] !== undefined)
    for (const { name } of missed.slice(0, 25)) process.stdout.write(`  missed: ${name}\n`);
  const figure = atLeast(`${says} (${rows.length})`, share(rows.length - missed.length, rows.length), goal);
  return { ...figure, of: rows.length, missed: missed.length };
}

/** `Given Family` of `FAMILY, Given`: as a person writes it. */
function turned(name: string): string {
  const [family = '', given = ''] = name.split(/, (.*)/s);
  return `${given} ${family}`.trim();
}

function ofPairs(screener: Screener, pairs: readonly Pair[]): readonly Figure[] {
  let [right, wrong, lost] = [0, 0, 0];
  for (const { one, other, same } of pairs) {
    const { score } = screener.compare(one, other);
    const isHit = score >= MATCHER.threshold;
    if (process.env['SHOW_MISSED'] !== undefined && isHit !== same)
      process.stdout.write(`  pair ${same ? 'lost' : 'wrong'} ${score.toFixed(2)}: ${one} | ${other}\n`);
    if (isHit && same) right += 1;
    else if (isHit) wrong += 1;
    else if (same) lost += 1;
  }
  const f1 = share(2 * right, 2 * right + wrong + lost);
  return [
    only(`precision on ${pairs.length} pairs`, percent(share(right, right + wrong))),
    only(`recall on ${pairs.length} pairs`, percent(share(right, right + lost))),
    { says: `F1 on ${pairs.length} pairs`, value: f1.toFixed(3), goal: '>= 0.80', reached: f1 >= 0.8 },
  ];
}

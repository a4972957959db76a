import lighthouse from 'lighthouse';
import { told, type Row } from './row.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Public pages of each kind: what a stranger or a search engine sees first. */
const PAGES = ['', '/crypto', '/events', '/news', '/blog', '/help', '/faq', '/market-hours', '/status', '/about'];
/** Scores of Lighthouse are of 100. */
const WHOLE = 100;

interface Faults {
  readonly page: string;
  /** Audits that are not whole, with their scores. */
  readonly audits: readonly string[];
}

export interface Scores {
  readonly rows: readonly Row[];
  readonly faults: readonly Faults[];
}

type Category = (typeof CATEGORIES)[number];

interface Visit {
  readonly scores: Readonly<Record<Category, number>>;
  readonly audits: readonly string[];
}

/** Runs what it is given with a browser of its own, on whose port it can be asked. */
export type WithBrowser = <T>(use: (port: number) => Promise<T>) => Promise<T>;

/**
 * Our pages open in a process of their own (Cross-Origin-Opener-Policy), and where its trace begins after the page does, Lighthouse has
 * nothing to go by (NO_NAVSTART): half of the visits on a busy machine.
 */
const ATTEMPTS = 8;

async function record(url: string, withBrowser: WithBrowser, left = ATTEMPTS) {
  const run = await withBrowser((port) =>
    lighthouse(url, { port, logLevel: 'silent', onlyCategories: [...CATEGORIES] }),
  );
  if (run !== undefined && run.lhr.runtimeError === undefined) return run.lhr;
  const why = run?.lhr.runtimeError?.message ?? 'no result';
  if (left === 1) throw new Error(`Lighthouse saw nothing of ${url}: ${why}`);
  process.stderr.write(`again: ${url}: ${why}\n`);
  return record(url, withBrowser, left - 1);
}

async function visit(url: string, withBrowser: WithBrowser): Promise<Visit> {
  const { categories, audits } = await record(url, withBrowser);
  const scoreOf = (id: Category) => Math.round((categories[id]?.score ?? 0) * WHOLE);
  const counted = CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const parts = counted.flatMap(({ id }) => {
    const score = audits[id]?.score ?? null;
    return score === null || score === 1 ? [] : [`${id} ${Math.round(score * WHOLE)}`];
  });
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    audits: [...new Set(parts)],
  };
}

const sumOf = ({ scores }: Visit) => CATEGORIES.reduce((sum, id) => sum + scores[id], 0);

/**
 * What Lighthouse itself says of public pages, as on a phone: the lowest score of all pages in each category, and every audit that is not
 * whole. Its clock is that of this machine: a page that is not whole is visited once more, and the better visit counts.
 */
export async function lighthouseScores(origin: string, withBrowser: WithBrowser): Promise<Scores> {
  const faults: Faults[] = [];
  const visits: Visit[] = [];
  for (const path of PAGES) {
    const first = await visit(`${origin}/en${path}`, withBrowser);
    const second = sumOf(first) === WHOLE * CATEGORIES.length ? first : await visit(`${origin}/en${path}`, withBrowser);
    const seen = sumOf(second) > sumOf(first) ? second : first;
    visits.push(seen);
    process.stderr.write(`/en${path}: ${CATEGORIES.map((id) => seen.scores[id]).join(' ')}\n`);
    if (seen.audits.length > 0) faults.push({ page: `/en${path}`, audits: seen.audits });
  }
  const rows = CATEGORIES.map((id) =>
    told({
      name: `Lighthouse ${id}, lowest of ${PAGES.length} pages`,
      ours: Math.min(...visits.map(({ scores }) => scores[id])),
      unit: '',
      floor: WHOLE,
      better: 'higher',
    }),
  );
  return { rows, faults };
}

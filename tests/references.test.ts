import { describe, expect, it } from 'vitest';
import { treeFiles } from './tree.ts';

const files = treeFiles();
const here = 'tests/references.test.ts';
const texts = new Map(files.map((file) => [file.path, file.text]));
const decisions = files.map(({ path }) => /^docs\/decisions\/(\d{4})-.*\.md$/.exec(path)?.[1] ?? '').filter(Boolean);

/** Applied migrations are never edited: what theirs are called now stands in docs/rules/README.md. */
const isMigration = (path: string) => path.startsWith('src/server/db/migrations/');
/** Papers of packages, and names that a test makes up. */
const OTHERS = new Set(['a/notes.md']);

/** Titles of a page, outside its code blocks. */
function headingsOf(page: string): string[] {
  const prose = (texts.get(page) ?? '').replace(/^```[^]*?^```/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
}

/** A heading as an address names it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** The page that `name` means in `from`: beside it, or from the root of the checkout. Null: there is none. */
function pageOf(name: string, from: string): string | null {
  const beside = new URL(name, `file:///${from}`).pathname.slice(1);
  return [beside, name].find((path) => texts.has(path)) ?? null;
}

/** What is wrong with the reference of one match of `PAGES`; null: nothing. */
function faultOf(match: RegExpMatchArray, from: string): string | null {
  const [, name = '', anchor, number, title] = match;
  const page = pageOf(name, from);
  if (page === null) return 'no such page';
  const headings = headingsOf(page);
  if (anchor !== undefined && !headings.some((one) => anchorOf(one) === anchor)) return 'no such heading';
  if (number !== undefined && !headings.some((one) => one.startsWith(`${number} `))) return 'no such part';
  if (title !== undefined && !headings.includes(title)) return 'no such heading';
  return null;
}

/** `page.md#heading`, `page.md 6.4`, `page.md, Title)`, `page.md`; not the words of a link, which has its address behind them. */
const PAGES =
  /(?<![\w/.-])((?:[\w.-]+\/)*[\w-]+\.md)(?!\]\()(?:#([\w-]+)|\)? (\d+(?:\.\d+)?)(?=[^\w.%]|\.?$|\.\s)|, ([A-Z][^)\n]*?)(?=\)))?/gm;

/** Every match of `pattern` outside this file, with its place. */
function found(
  pattern: RegExp,
  among = files,
): { readonly match: RegExpMatchArray; readonly at: string; path: string }[] {
  return among
    .filter(({ path }) => path !== here)
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map((match) => ({
        match,
        path,
        at: `${path}:${text.slice(0, match.index).split('\n').length} ${match[0]}`,
      })),
    );
}

/** Cells of the first column of the tables in a part of a page. */
function rowsUnder(page: string, heading: string): Set<string> {
  const part = (texts.get(page) ?? '').split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return new Set([...part.matchAll(/^\| `?([\w.-]+)`? +\|/gm)].map((match) => match[1] ?? ''));
}

describe('references', () => {
  const pages = found(PAGES).filter(({ match, path }) => !isMigration(path) && !OTHERS.has(match[1] ?? ''));

  it('looked', () => {
    expect(pages.filter(({ path }) => path.startsWith('src/')).length).toBeGreaterThan(120);
    expect(pages.filter(({ match }) => match[2] !== undefined).length).toBeGreaterThan(120);
    expect(pages.filter(({ match }) => match[3] !== undefined).length).toBeGreaterThan(20);
    expect(decisions.length).toBeGreaterThan(80);
  });

  it('lead to a page that is there, and to a heading of it', () => {
    const broken = pages.map(({ match, at, path }) => ({ at, fault: faultOf(match, path) }));
    expect(broken.filter(({ fault }) => fault !== null).map(({ at, fault }) => `${at}: ${fault}`)).toEqual([]);
  });

  it('of migrations have their new names in the rules', () => {
    const old = rowsUnder('docs/rules/README.md', 'Names in old migrations');
    const named = found(
      /(?<![\w/.-])([\w-]+)\.md\b/g,
      files.filter(({ path }) => isMigration(path)),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ match }) => !old.has(match[1] ?? '')).map(({ at }) => at)).toEqual([]);
  });

  it('to decisions lead to one that was made', () => {
    const cited = found(/(?:docs\/decisions\/|\b[Dd]ecisions? |\b[Ss]upersed(?:ed by|es)(?: [\w ]*? of)? )(\d{4})\b/g);
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ match }) => !decisions.includes(match[1] ?? '')).map(({ at }) => at)).toEqual([]);
  });

  it('to source files by their bare names lead to one of that name', () => {
    const names = new Set(files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
    const papers = files.filter(
      ({ path }) => /^(?:[A-Z]+|docs\/[\w-]+|docs\/rules\/[\w-]+)\.md$/.test(path) && path !== 'CHANGELOG.md',
    );
    const named = found(/`([\w.-]+\.(?:tsx?|sql))`/g, papers);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ match }) => !names.has(match[1] ?? '')).map(({ at }) => at)).toEqual([]);
  });

  it('stand in the index, each decision once, with its day and status', () => {
    const index = 'docs/decisions/README.md';
    const lines = (texts.get(index) ?? '').split('\n').filter((line) => /^- \[\d{4}\]\(/.test(line));
    const row = /^- \[(\d{4})\]\((\1-[\w-]+\.md)\) .+ \(20\d\d-\d\d-\d\d, (?:accepted|superseded by)\b.*\)$/;
    expect(lines.filter((line) => !row.test(line))).toEqual([]);
    const named = lines.map((line) => row.exec(line)?.[2] ?? '');
    const made = files.flatMap(({ path }) => /^docs\/decisions\/(\d{4}-.*\.md)$/.exec(path)?.[1] ?? []);
    expect(named.toSorted(), `a line in ${index} for each decision`).toEqual(made.toSorted());
  });

  it.each([
    ['journals', /\b[Jj]ournals? (\d+a?)\b/g, 'ledger.md#Journals'],
    ['invariants', /\b(I\d{1,2})\b(?!\.|-)/g, 'ledger.md#Invariants'],
    ['goals', /\b(R-\d{2})\b/g, 'reliability.md#Goals'],
  ])('to %s lead to a row of their table', (_what, pattern, table) => {
    const [page, heading = ''] = table.split('#');
    const rows = rowsUnder(`docs/rules/${page}`, heading);
    const prose = files.filter(({ path }) =>
      /^(?:src|tests|bench|scripts|docs)\/.*\.(?:ts|tsx|mjs|sql|md)$/.test(path),
    );
    const cited = found(pattern, prose);
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ match }) => !rows.has(match[1] ?? '')).map(({ at }) => at)).toEqual([]);
  });
});

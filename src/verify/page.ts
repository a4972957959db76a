import { readEvent } from './events/event.ts';
import type { EventVerdict } from './events/event.ts';
import { readLiability } from './liabilities/liability.ts';
import type { LiabilityVerdict, OwnShare } from './liabilities/liability.ts';
import { receiptIn } from './link.ts';
import { publicRecord } from './published/public-record.ts';
import type { PublicRecord } from './published/public-record.ts';
import { readRound } from './rounds/round.ts';
import type { RoundFacts } from './rounds/round-facts.ts';
import type { RoundVerdict } from './rounds/round.ts';
import { sevenChecks } from './seven.ts';
import { unitsText } from './liabilities/units-text.ts';
import { Verifier } from './verify.ts';
import type { Verdict } from './verify.ts';

/** The script of the page that checks receipts: it asks nobody, so that it works from a disk. */
interface PageFacts {
  readonly texts: Readonly<Record<string, string>>;
  /** The pinned root key; empty until the published one is known. */
  root: string;
  /** A receipt to try, of another installation: checked against the key of that one. */
  readonly example: { readonly id: string; readonly root: string; readonly text: string };
}

const place = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
};
const facts = JSON.parse(place('#facts').textContent ?? '{}') as PageFacts;
const text = (key: string) => facts.texts[key] ?? key;
const MARKS = { pass: '✓', fail: '✕', pending: '…', none: '–', skipped: '–' } as const;

function element(name: string, content: string, className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = content;
  if (className !== '') made.className = className;
  return made;
}

function titleOf(verdict: Verdict, failed: number): string {
  if (verdict.verdict === 'invalid') return text('verdict.invalid').replace('{no}', String(failed));
  if (verdict.facts?.outcome === null) return text('verdict.open');
  if (verdict.facts?.outcome === 'VOID') return text('verdict.void');
  return text(`verdict.${verdict.verdict}`);
}

function figures({ facts: said }: Verdict): readonly (readonly [string, string])[] {
  if (said === null) return [];
  const price = (role: string) => said.ticks.find((tick) => tick.role === role)?.price;
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['fact.pair', said.pair],
    ['fact.stake', said.stake],
    ['fact.payout', `${said.payoutBps / 100}`],
    ['fact.accepted', new Date(said.admittedAt).toISOString()],
    ['fact.start', price('e')],
    ['fact.end', price('x') ?? price('s')],
    ['fact.paid', said.credit],
    ['fact.fingerprint', said.fingerprint],
  ];
  return rows.flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, value] as const]));
}

/** Nothing of it will be published later: what is not there stays away. */
const onlyUnshown = ({ unshown, missing }: Verdict) => unshown && missing.length === 0;

/** How it ended, and why where it was void. */
const endedBy = (outcome: string, reason: string | null) =>
  reason === null ? outcome : `${outcome} ${text(`void.${reason}`)}`;

/** A verdict as its card says it. */
interface Card {
  readonly verdict: Verdict['verdict'];
  readonly title: string;
  /** What is not shown, or not public yet; null: nothing. */
  readonly note: string | null;
  readonly lines: readonly string[];
  readonly checks: readonly { readonly name: string; readonly state: keyof typeof MARKS }[];
  readonly fault: string | null;
  readonly figures: readonly (readonly [string, string])[];
}

const at = (key: string, time: number): string => text(key).replace('{time}', new Date(time).toISOString());

/** What keeps a receipt from being valid, in sentences. */
function noteOf(verdict: Verdict): string | null {
  if (verdict.verdict !== 'provisional') return null;
  const { unplaced } = verdict;
  if (unplaced === null || Date.now() < unplaced.due) {
    return text(`verdict.${onlyUnshown(verdict) ? 'unshown' : 'wait'}`);
  }
  const ended = unplaced.keyEnded === null ? [] : [at('verdict.key_ended', unplaced.keyEnded)];
  return [at('verdict.unread', unplaced.due), ...ended].join(' ');
}

function cardOf(verdict: Verdict): Card {
  const checks = sevenChecks(verdict);
  const { facts: said, code, steps } = verdict;
  const ended = said === null || said.outcome === null ? null : said;
  return {
    verdict: verdict.verdict,
    title: titleOf(verdict, failedOf(checks)),
    note: noteOf(verdict),
    lines: ended === null ? [] : [endedBy(text(`outcome.${ended.outcome}`), ended.reason)],
    checks,
    fault: code === null ? null : `${code}: ${steps.find(({ state }) => state === 'fail')?.detail ?? ''}`,
    figures: figures(verdict),
  };
}

function roundLines({ outcome, reason, correction }: RoundFacts): readonly string[] {
  const ended = endedBy(text(`round.outcome.${outcome}`), reason);
  if (correction === null) return [ended];
  const time = new Date(correction.at).toISOString();
  const signed = text('round.corrected').replace('{no}', String(correction.no)).replace('{time}', time);
  return [ended, signed, correction.clause];
}

function priceLine(tick: RoundFacts['fault'][number] | undefined): string | null {
  return tick === undefined ? null : `${tick.price} ${new Date(tick.t).toISOString()}`;
}

function roundCard({ verdict, unshown, checks, code, detail, facts: said }: RoundVerdict): Card {
  const rows: readonly (readonly [string, string | null])[] =
    said === null
      ? []
      : [
          ['fact.pair', said.pair],
          ['fact.start', new Date(said.start.at).toISOString()],
          ['round.start', said.start.average],
          ['fact.end', new Date(said.end.at).toISOString()],
          ['round.end', said.end.average],
          ['fact.before', priceLine(said.fault[0])],
          ['fact.after', priceLine(said.fault[1])],
          ['fact.fingerprint', said.fingerprint],
        ];
  const passed = text(said?.outcome === 'VOID' ? 'verdict.void' : `verdict.${verdict}`);
  const title = verdict !== 'invalid' ? passed : text('verdict.invalid').replace('{no}', String(failedOf(checks)));
  return {
    verdict,
    title,
    note: unshown ? text('verdict.unshown') : null,
    lines: said === null ? [] : roundLines(said),
    checks,
    fault: code === null ? null : `${code}: ${detail ?? ''}`,
    figures: rows.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  };
}

function eventCard({ verdict, checks, code, detail, facts: said }: EventVerdict): Card {
  const pays = (milli: number) => `$${(milli / 1_000).toFixed(2)}`;
  const paid = (key: string, milli: number) =>
    text(key)
      .replace('{yes}', pays(milli))
      .replace('{no}', pays(1_000 - milli));
  const before = said?.amended.map((one) => paid('event.amends', one.pays)) ?? [];
  const title = verdict === 'valid' ? 'verdict.void' : 'verdict.invalid';
  return {
    verdict,
    title: text(title).replace('{no}', String(failedOf(checks))),
    note: null,
    lines: said === null ? [] : [said.title, paid('event.pays', said.pays), ...before, said.rules],
    checks: checks.map(({ name, state }) => ({ name: name === 'keys' ? name : `event.${name}`, state })),
    fault: code === null ? null : `${code}: ${detail ?? ''}`,
    figures:
      said === null
        ? []
        : [
            ['fact.source', said.source],
            ['fact.end', new Date(said.endedAt).toISOString()],
            ['fact.rules', said.rulesHash],
            ['fact.fingerprint', said.fingerprint],
          ],
  };
}

/** Of a proof that somebody is counted; without shares it owes them nothing. */
function liabilityCard({ verdict, checks, code, detail, facts: said }: LiabilityVerdict): Card {
  const nothing = verdict !== 'invalid' && said?.shares.length === 0;
  const title = nothing ? 'liability.own.nothing' : `liability.verdict.${verdict}`;
  const amount = (units: bigint, { asset, scale }: OwnShare) => `${unitsText(units, scale)} ${asset}`;
  const shares = said?.shares.flatMap((share): readonly (readonly [string, string])[] => [
    [`liability.own.${share.of}`, amount(share.own, share)],
    [`liability.all.${share.of}`, amount(share.total, share)],
  ]);
  return {
    verdict,
    title: text(title),
    note: null,
    lines: [text(`${title}.text`)],
    checks: checks.map(({ name, state }) => ({ name: `liability.${name}`, state })),
    fault: code === null ? null : `${code}: ${detail ?? ''}`,
    figures:
      said === null
        ? []
        : [
            ...(shares ?? []),
            ['liability.own.at', new Date(said.at).toISOString()],
            ['liability.own.as', said.id],
            ['liability.fingerprint', said.fingerprint],
          ],
  };
}

function failedOf(checks: Card['checks']): number {
  return checks.findIndex(({ state }) => state === 'fail') + 1;
}

function show(name: string, said: Card): void {
  const card = element('section', '', `card ${said.verdict}`);
  card.append(element('h2', said.title));
  if (name !== '') card.append(element('p', name, 'mut'));
  for (const line of said.lines) card.append(element('p', line));
  if (said.note !== null) card.append(element('p', said.note, 'mut'));
  const list = element('ol', '');
  for (const check of said.checks) {
    const item = element('li', '', check.state);
    const mark = element('span', MARKS[check.state], 'mark');
    mark.setAttribute('role', 'img');
    mark.setAttribute('aria-label', text(`state.${check.state}`));
    const words = element('div', '');
    words.append(element('b', text(`check.${check.name}`)), element('span', text(`check.${check.name}.text`)));
    item.append(mark, words);
    list.append(item);
  }
  card.append(list);
  if (said.fault !== null) card.append(technical(said.fault));
  const table = element('dl', '');
  for (const [key, value] of said.figures) table.append(element('dt', text(key)), technical(value, 'dd'));
  card.append(table);
  place('#results').prepend(card);
}

/** What is the same in every language, and reads from left to right. */
function technical(content: string, name = 'code'): HTMLElement {
  const made = element(name, content);
  made.dir = 'ltr';
  return made;
}

/** What is published, read before any receipt is; empty on a page from a disk. */
let record: Omit<PublicRecord, 'root'> = { hours: [] };

/** Whatever is changed in the example, it is one until its id is. */
const isExample = (content: string): boolean => content.includes(facts.example.id);

function check(name: string, content: string): void {
  if (isExample(content)) {
    show(text('example.note'), cardOf(new Verifier({ root: facts.example.root }).verifyText(content)));
    return;
  }
  const known = { ...record, root: facts.root === '' ? undefined : facts.root };
  const liability = readLiability(content, known);
  if (liability !== null) {
    show(name, liabilityCard(liability));
    return;
  }
  const round = readRound(content, known);
  const event = round === null ? readEvent(content, known) : null;
  if (round !== null) show(name, roundCard(round));
  else show(name, event === null ? cardOf(new Verifier(known).verifyText(content)) : eventCard(event));
}

async function take(files: readonly File[]): Promise<void> {
  place('#chosen').textContent = files.map(({ name }) => name).join(', ');
  for (const file of files) check(file.name, await file.text());
}

/** What a link carries, checked like a file; the verdict is what whoever followed it came for. */
async function checkLink(): Promise<void> {
  const receipt = await receiptIn(location.hash);
  if (receipt === null) return;
  check('', receipt);
  place('#results > *').scrollIntoView();
}

/** Reads the public record, and puts its root key into the page: a copy that is saved keeps it. */
async function pinRoot(): Promise<void> {
  if (location.protocol.startsWith('http')) {
    const { root, ...read } = await publicRecord('');
    // A saved page that is served elsewhere believes the key it was saved with.
    if (facts.root === '' && root !== undefined) facts.root = root;
    if (facts.root === root) record = read;
  }
  place('#root').textContent = facts.root === '' ? '–' : facts.root;
  place('#facts').textContent = JSON.stringify(facts);
}

/** The page as it stands, without results, as a file. */
function save(): void {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const part of copy.querySelectorAll('#results, #chosen')) part.replaceChildren();
  const address = URL.createObjectURL(new Blob([`<!doctype html>\n${copy.outerHTML}`], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'check-a-result.html';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const input = place<HTMLInputElement>('#file');
const area = place<HTMLTextAreaElement>('#paste');
const drop = place<HTMLElement>('#drop');
input.addEventListener('change', () => {
  void take([...(input.files ?? [])]);
});
place('#check').addEventListener('click', () => {
  place('#missing').textContent = area.value.trim() === '' ? text('missing') : '';
  // What was pasted has no name.
  if (area.value.trim() !== '') check('', area.value);
});
place('#example').addEventListener('click', () => {
  // In the field it can be changed and checked again.
  area.value = JSON.stringify(JSON.parse(facts.example.text), null, 1);
  place('#missing').textContent = '';
  check('', area.value);
  place('#results > *').scrollIntoView();
});
place('#save').addEventListener('click', save);
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
document.addEventListener('dragleave', () => drop.classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  void take([...(event.dataTransfer?.files ?? [])]);
});
addEventListener('hashchange', () => void checkLink());
void pinRoot().then(checkLink);

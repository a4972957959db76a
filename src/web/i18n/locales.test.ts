import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import banned from './banned-words.json';
import { LOCALES, LOCALE_FACTS } from './locales.ts';
import type { Locale } from './locales.ts';
import { NAMESPACES, flat } from './namespaces.ts';
import type { MessageTree, Messages, Namespace } from './namespaces.ts';
import same from './same.json';

const FOLDER = join(import.meta.dirname, 'locales');
const OTHERS = LOCALES.filter((locale) => locale !== 'en');

/** Texts by file: each is read once, though every one of 38,000 cells asks for its English. */
const known = new Map<string, Messages>();

function read(locale: Locale, namespace: Namespace): Messages {
  const file = join(FOLDER, locale, `${namespace}.json`);
  // A missing file has no keys, and fails below by name.
  const texts =
    known.get(file) ?? (existsSync(file) ? flat(JSON.parse(readFileSync(file, 'utf8')) as MessageTree) : {});
  known.set(file, texts);
  return texts;
}

/** Rows of a CSV with quoted cells. */
function rowsOf(csv: string): string[][] {
  return csv
    .trim()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((cell) =>
        (cell[1] ?? cell[2] ?? '').replaceAll('""', '"'),
      ),
    );
}

/** Fixed terms: key -> locale -> text. */
const TERMS = (() => {
  const [head = [], ...rows] = rowsOf(readFileSync(join(import.meta.dirname, 'terms.csv'), 'utf8'));
  return new Map(
    rows.map((row) => [row[0] ?? '', Object.fromEntries(head.map((name, index) => [name, row[index] ?? '']))]),
  );
})();

/** Names of arguments, with those inside plurals and selects. */
function argumentsOf(elements: readonly MessageFormatElement[]): Set<string> {
  const names = new Set<string>();
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      for (const name of argumentsOf(element.children)) names.add(name);
      continue;
    }
    names.add(element.value);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
    for (const option of Object.values(element.options)) for (const name of argumentsOf(option.value)) names.add(name);
  }
  return names;
}

/** The sources of the web, without tests. */
function sources(): { readonly file: string; readonly text: string }[] {
  const web = join(import.meta.dirname, '..');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(join(web, file), 'utf8') }));
}

/** The second argument of a call, from behind its comma to its end. */
function givenIn(text: string): string {
  let depth = 1;
  for (let at = 0; at < text.length; at += 1) {
    if ('({['.includes(text[at]!)) depth += 1;
    if (')}]'.includes(text[at]!)) depth -= 1;
    if (depth === 0) return text.slice(0, at).trim();
  }
  return text;
}

/** Plural categories a message leaves out. */
function missingPlurals(elements: readonly MessageFormatElement[], tag: string): string[] {
  return elements.flatMap((element) => {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const inner = Object.values(element.options).flatMap((option) => missingPlurals(option.value, tag));
    if (element.type === TYPE.select) return inner;
    const rules = new Intl.PluralRules(tag, { type: element.pluralType ?? 'cardinal' });
    const missing = rules.resolvedOptions().pluralCategories.filter((category) => !(category in element.options));
    return [...missing, ...inner];
  });
}

const cells = LOCALES.flatMap((locale) =>
  NAMESPACES.flatMap((namespace) =>
    Object.entries(read(locale, namespace)).map(([key, text]) => ({ locale, namespace, key, text })),
  ),
);
const name = (cell: { locale: string; namespace: string; key: string }) =>
  `${cell.locale}/${cell.namespace}:${cell.key}`;

describe('texts in twelve languages', () => {
  it('has looked at twelve languages and every namespace', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...LOCALES].sort());
    expect(new Set(cells.map((cell) => `${cell.locale}/${cell.namespace}`)).size).toBe(
      LOCALES.length * NAMESPACES.length,
    );
    expect(cells.length).toBeGreaterThan(3_000);
    expect(TERMS.size).toBe(261);
  });

  it.each(OTHERS.flatMap((locale) => NAMESPACES.map((namespace) => [locale, namespace] as const)))(
    'has the keys of English in %s/%s',
    (locale, namespace) => {
      expect(Object.keys(read(locale, namespace)).sort()).toEqual(Object.keys(read('en', namespace)).sort());
    },
  );

  it('parses as ICU, names the arguments of English, has every plural form', () => {
    const wrong = cells.flatMap((cell) => {
      const tree = parse(cell.text);
      const english = argumentsOf(parse(read('en', cell.namespace)[cell.key] ?? ''));
      const own = argumentsOf(tree);
      const differ = [...own].some((argument) => !english.has(argument)) || own.size !== english.size;
      const missing = missingPlurals(tree, LOCALE_FACTS[cell.locale].tag);
      return differ || missing.length > 0 ? [`${name(cell)} ${differ ? 'arguments ' : ''}${missing.join(' ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('is given every argument that it names where it is used', () => {
    const texts = NAMESPACES.flatMap((namespace) =>
      Object.entries(read('en', namespace)).map(([key, text]) => ({ key, names: [...argumentsOf(parse(text))] })),
    );
    const calls = sources().flatMap(({ file, text }) =>
      [...text.matchAll(/\bt\(\s*'([\w.:]+)'\s*([,)])/g)].map((call) => {
        const key = call[1]!.replace(/^\w+:/, '');
        return { file, key, given: call[2] === ')' ? null : givenIn(text.slice(call.index + call[0].length)) };
      }),
    );
    expect(calls.length).toBeGreaterThan(1_000);
    const holes = calls.filter(({ key, given }) => {
      const wanted = texts.filter((one) => one.key === key).map(({ names }) => names);
      // A list made elsewhere is not looked into.
      const isElsewhere = given !== null && !given.startsWith('{');
      if (wanted.length === 0 || isElsewhere) return false;
      return !wanted.some((names) => names.every((name) => new RegExp(`\\b${name}\\b`).test(given ?? '')));
    });
    expect(holes.map(({ file, key }) => `${file} ${key}`)).toEqual([]);
  });

  it('has no empty text, no ASCII quotes, and is in NFC', () => {
    const wrong = cells.filter(
      ({ text }) => text.trim() === '' || text !== text.trim() || /['"]/.test(text) || text !== text.normalize('NFC'),
    );
    expect(wrong.map(name)).toEqual([]);
  });

  it('says fixed terms word for word', () => {
    const mapped = cells.filter((cell) => TERMS.has(cell.key));
    const wrong = mapped.filter((cell) => TERMS.get(cell.key)?.[cell.locale] !== cell.text);
    expect(mapped.length).toBeGreaterThan(200);
    expect(wrong.map(name)).toEqual([]);
  });

  it('repeats English only where that is allowed', () => {
    const allowed = same as Readonly<Record<string, readonly string[]>>;
    const equal = cells.filter((cell) => cell.locale !== 'en' && cell.text === read('en', cell.namespace)[cell.key]);
    const wrong = equal.filter((cell) => allowed[`${cell.namespace}:${cell.key}`]?.includes(cell.locale) !== true);
    expect(wrong.map(name)).toEqual([]);
  });

  it('avoids the words each language avoids', () => {
    const lists = banned as Readonly<Record<Locale, readonly string[]>>;
    const wrong = cells.flatMap((cell) =>
      lists[cell.locale]
        .filter((word) => new RegExp(word, 'iu').test(cell.text))
        .map((word) => `${name(cell)} ${word}`),
    );
    expect(new RegExp(lists.en[0] ?? '', 'iu').test('Place a bet')).toBe(true);
    expect(wrong).toEqual([]);
  });
});

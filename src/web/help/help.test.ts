import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import banned from '#web/i18n/banned-words.json';
import { LOCALES, type Locale } from '#web/i18n/locales.ts';
import { loader } from '../pages/help/articles.ts';
import { PAGES } from '../routes.ts';
import { createFormats } from '../i18n/format.ts';
import { ARTICLES } from '#domain/help/articles.ts';
import { articleHtml, articleText, articleTexts, plainText } from './read.server.ts';
import { QUESTIONS } from './questions.ts';
import { articleValues, RULES } from './rules.ts';
import { searchArticles } from '#domain/search/search.ts';

const valuesIn = (locale: Locale) => articleValues(createFormats(locale));
const textsIn = (locale: Locale) => articleTexts(locale, { values: valuesIn(locale) });

describe('the articles', () => {
  it.each(ARTICLES.map(({ id }) => id))('%s was last read against the rule that holds', (id) => {
    const { tells, file, read } = RULES[id];
    const now = createHash('sha256').update(JSON.stringify(tells)).digest('hex').slice(0, 12);
    expect(now, `${file} has changed: read articles/${id} against it, and write this digest into rules.ts`).toBe(read);
  });

  it.each(LOCALES)('avoid the words that %s avoids', (locale) => {
    const words = (banned as Readonly<Record<Locale, readonly string[]>>)[locale].map((word) => new RegExp(word, 'iu'));
    const wrong = textsIn(locale).flatMap((article) =>
      words
        .filter((word) => word.test(`${article.title} ${article.summary} ${plainText(article)}`))
        .map((word) => `${article.id} ${word.source}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(LOCALES)('are whole in %s, with links to pages that there are', (locale) => {
    for (const article of textsIn(locale)) {
      const seen: string[] = [];
      const html = articleHtml(article.body, {
        hrefOf: (page) => {
          seen.push(page);
          return `/${locale}`;
        },
      });
      expect(article.title.length * article.summary.length, article.id).toBeGreaterThan(0);
      expect(html.match(/<li>/g)?.length, article.id).toBeGreaterThanOrEqual(3);
      expect(`${article.title}${article.summary}${html}`, article.id).not.toMatch(/[{}[\]]|page:/);
      // As many as in English: no translation drops what a person may need next.
      const english = articleText(article.id, 'en', { values: valuesIn('en') }).body;
      expect(seen.length, article.id).toBe(english.match(/\]\(page:/g)?.length ?? 0);
      for (const page of seen)
        expect(
          PAGES.some(({ id }) => id === page),
          `${article.id} leads to ${page}`,
        ).toBe(true);
    }
  });

  it('come as a whole to be searched in the browser, filled in and without marks', async () => {
    const answer = loader({ params: { locale: 'de' }, context: { config: {} } } as never);
    const { items } = (await answer.json()) as { items: { id: string; title: string; text: string }[] };
    expect(items.map(({ id }) => id)).toEqual(ARTICLES.map(({ id }) => id));
    expect(items.find(({ id }) => id === 'ask-support')?.title).toContain('Support');
    expect(items.filter(({ text }) => /\{\w+\}|\]\(/.test(text))).toEqual([]);
  });

  it('write no markup of their own, and lead nowhere else', () => {
    const html = articleHtml('<b onclick="x">a</b> [there](https://elsewhere.example) [up](javascript:x)', {
      hrefOf: () => '/en',
    });
    expect(html).not.toMatch(/<b|<a|elsewhere|javascript/);
  });
});

it('an amount stands whole between Arabic words, and is a plain one elsewhere', () => {
  const values = Object.fromEntries(Object.keys(valuesIn('en')).map((name) => [name, '$10']));
  const read = (locale: Locale) => {
    const { summary, body } = articleText('withdrawals', locale, { values });
    return `${summary} ${body}`.match(/.\$10./gu);
  };
  expect(read('ar')?.every((part) => part === '\u2066$10\u2069')).toBe(true);
  expect(read('en')?.some((part) => part.includes('\u2066'))).toBe(false);
});

const all = new Map(
  LOCALES.map((locale) => [locale, textsIn(locale).map((text) => ({ ...text, text: plainText(text) }))]),
);
/** Questions whose article is among the first three. */
const answered = QUESTIONS.filter(({ locale, question, article }) =>
  searchArticles(all.get(locale) ?? [], question)
    .slice(0, 3)
    .some(({ id }) => id === article),
);

describe('the search', () => {
  it('answers 90 of 100 questions with one of the first three articles', () => {
    expect(QUESTIONS.length).toBe(20 * LOCALES.length);
    expect(answered.length / QUESTIONS.length).toBeGreaterThanOrEqual(0.9);
  });

  it.each(LOCALES)('answers 80 of 100 of them in %s', (locale) => {
    expect(answered.filter((one) => one.locale === locale).length).toBeGreaterThanOrEqual(16);
  });

  it('finds nothing by nothing, and nothing by what no article has', () => {
    const english = all.get('en') ?? [];
    expect(searchArticles(english, ' ?! ')).toEqual([]);
    expect(searchArticles(english, 'wwwww')).toEqual([]);
  });
});

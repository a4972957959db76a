import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#web/i18n/locales.ts';
import { PAGES } from '../routes.ts';
import { createFormats } from '../i18n/format.ts';
import { ARTICLES, type ArticleId } from '#domain/help/articles.ts';
import { articleHtml, articleText, articleTexts, plainText } from './read.server.ts';
import { articleValues, RULES } from './rules.ts';
import { searchArticles } from './search.ts';

const valuesIn = (locale: Locale) => articleValues(createFormats(locale));
const textsIn = (locale: Locale) => articleTexts(locale, { values: valuesIn(locale) });

describe('the articles', () => {
  it.each(ARTICLES.map(({ id }) => id))('%s was last read against the rule that holds', (id) => {
    const { tells, file, read } = RULES[id];
    const now = createHash('sha256').update(JSON.stringify(tells)).digest('hex').slice(0, 12);
    expect(now, `${file} has changed: read articles/${id} against it, and write this digest into rules.ts`).toBe(read);
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

  it('write no markup of their own, and lead nowhere else', () => {
    const html = articleHtml('<b onclick="x">a</b> [there](https://elsewhere.example) [up](javascript:x)', {
      hrefOf: () => '/en',
    });
    expect(html).not.toMatch(/<b|<a|elsewhere|javascript/);
  });
});

/** Three questions in each language as people ask them, some of them with a slip of the finger or without accents. */
const QUESTIONS: readonly (readonly [Locale, string, ArticleId])[] = [
  ['en', 'withdrawal waiting', 'withdrawals'],
  ['en', 'documnets passport', 'documents'],
  ['de', 'Wann kommt die Einzahlung an', 'deposits'],
  ['de', 'beleg pruefen', 'receipt'],
  ['ar', 'متى يصل الايداع', 'deposits'],
  ['ar', 'المستندات المطلوبة', 'documents'],
  ['es', 'retiro en espera', 'withdrawals'],
  ['es', 'prediccion anulada', 'void'],
  ['hi', 'विड्रॉल रुका', 'withdrawals'],
  ['hi', 'दस्तावेज चाहिए', 'documents'],
  ['it', 'quando arriva il deposito', 'deposits'],
  ['it', 'limti pausa', 'limits'],
  ['jp', '出金 保留', 'withdrawals'],
  ['jp', '書類', 'documents'],
  ['ch', '提现等待', 'withdrawals'],
  ['ch', '验证结果', 'receipt'],
  ['ru', 'где мой вывод', 'withdrawals'],
  ['ru', 'какие докуметы', 'documents'],
  ['sv', 'kvitto kontroll', 'receipt'],
  ['sv', 'insattning framme', 'deposits'],
  ['tr', 'para cekme bekliyor', 'withdrawals'],
  ['tr', 'belge gerekli', 'documents'],
  ['uk', 'чому виведення чекає', 'withdrawals'],
  ['uk', 'перевірити результат', 'receipt'],
  ['en', 'lost my phnoe', 'lost-phone'],
  ['de', 'beschwerde', 'complaints'],
  ['ar', 'اغلاق الحساب', 'close-account'],
  ['es', 'clave api programa', 'api-keys'],
  ['hi', 'डेमो', 'practice'],
  ['it', 'vendere prima la previsione', 'early-sale'],
  ['jp', '指値', 'limit-orders'],
  ['ch', '地址簿', 'saved-addresses'],
  ['ru', 'когда открыты рынки', 'trading-hours'],
  ['sv', 'be om pengar', 'payment-requests'],
  ['tr', 'tahmin planlama', 'scheduled'],
  ['uk', 'минулі ціни тіки', 'tick-data'],
];

describe('the search', () => {
  it.each(QUESTIONS)('in %s finds by "%s"', (locale, question, id) => {
    const all = textsIn(locale).map((text) => ({ ...text, text: plainText(text) }));
    expect(
      searchArticles(all, question)
        .slice(0, 3)
        .map((one) => one.id),
    ).toContain(id);
  });

  it('finds nothing by nothing, and nothing by what no article has', () => {
    const all = textsIn('en').map((text) => ({ ...text, text: plainText(text) }));
    expect(searchArticles(all, ' ?! ')).toEqual([]);
    expect(searchArticles(all, 'wwwww')).toEqual([]);
  });
});

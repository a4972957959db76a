import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Locale } from '#web/i18n/locales.ts';

/** A text of the product in a language, empty where it has none. */
export async function wordOf(locale: Locale, namespace: string, key: string): Promise<string> {
  const texts = await readFile(`src/web/i18n/locales/${locale}/${namespace}.json`, 'utf8');
  return (JSON.parse(texts) as Readonly<Record<string, string>>)[key] ?? '';
}

/** Opens the ticket of rounds on a trading page. */
export async function openRound(page: Page, locale: Locale): Promise<void> {
  const name = await wordOf(locale, 'trading', 'term.round');
  await page.getByRole('radio', { name, exact: true }).click();
  await page.locator('[data-outcome=UP]:visible').waitFor();
}

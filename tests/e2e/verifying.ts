import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { card } from '#tests/worlds/documents-world.ts';
import { visit } from './browser.ts';

const PATIENT = { timeout: 60_000 } as const;
const REASON = 'Looked at closely';

/** Puts a picture into each side of a document of the page Verification, and sends it for review. */
export async function sends(page: Page, document: string, sides: readonly string[]): Promise<void> {
  await page.locator(`a[href$="#${document}"]`).locator('visible=true').first().click(PATIENT);
  const panel = page.locator(`section#${document}`);
  for (const [no, side] of sides.entries()) {
    const buffer = await card(40 + 30 * no);
    const input = panel.locator(`[data-part="${document}-${side}"] input[type=file]`);
    await input.setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer }, PATIENT);
    await panel.getByText('ready to send').nth(no).waitFor(PATIENT);
  }
  await panel.getByRole('button', { name: 'Send for review' }).click();
  await panel.getByText('Under review').waitFor(PATIENT);
}

interface At {
  readonly origin: string;
  readonly desk: 'cases' | 'documents' | 'withdrawals';
  readonly text: string;
}

/** Somebody of staff opens the newest row of a desk that holds a text. */
export async function opens(page: Page, { origin, desk, text }: At): Promise<void> {
  await visit(page, `${origin}/office/${desk}`);
  await page.getByRole('row').filter({ hasText: text }).first().click(PATIENT);
  await page.keyboard.press('Enter');
  if (desk === 'documents') await page.getByText('Yours', { exact: true }).waitFor(PATIENT);
}

/** Says who is there where the page asks again, until no dialog is left. */
export async function untilDone(page: Page, password: string): Promise<void> {
  const asks = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const left = async () => {
    if (await asks.isVisible()) {
      await asks.getByLabel('Password', { exact: true }).fill(password);
      await asks.getByRole('button', { name: 'Confirm' }).click();
      await asks.waitFor({ state: 'detached' });
    }
    return page.getByRole('dialog').count();
  };
  await expect.poll(left).toBe(0);
}

/** Does an act of the record with its fields, each a choice. */
export async function acts(page: Page, name: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click(PATIENT);
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).selectOption(value);
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name, exact: true }).click();
  await untilDone(page, SAMPLE_PASSWORD);
}

/** Clears the case of a page by the keyboard alone: six keys at most, beside the reason. */
export async function clearsByKeys(page: Page): Promise<void> {
  const names = page.locator('button[data-act]');
  await page.locator('button[data-act]:not([aria-disabled=true])').filter({ hasText: 'Decide' }).waitFor(PATIENT);
  const no = (await names.allInnerTexts()).findIndex((name) => name.startsWith('Decide')) + 1;
  const dialog = page.getByRole('dialog', { name: 'Decide' });
  let keys = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  await press('a');
  await press(String(no));
  await dialog.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
  await press('ArrowDown');
  expect(await dialog.getByLabel('Outcome').inputValue()).toBe('cleared');
  await press('Tab');
  await page.keyboard.type('Another birth date');
  await press('Control+Enter');
  expect(keys).toBeLessThanOrEqual(6);
  await untilDone(page, SAMPLE_PASSWORD);
}

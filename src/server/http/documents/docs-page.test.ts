import { describe, expect, it } from 'vitest';
import { CHANNEL_DATA, CHANNEL_TABLE, PRIVATE_CHANNELS } from '#protocol/channels.ts';
import { docsPage } from './docs-page.ts';
import { escapeHtml } from './escape-html.ts';
import { loadRefusalTexts } from './texts.ts';

describe('the reference page', () => {
  const page = docsPage({ brand: 'Tikvo', texts: loadRefusalTexts('.') });

  it('names every channel once, on its socket, as it is asked for, with the form of its data', () => {
    for (const name of Object.keys(CHANNEL_DATA)) {
      const rows = [...page.matchAll(new RegExp(`<tr id="channel-${name}">(.*?)</tr>`, 'gs'))].map(
        ([, row]) => row ?? '',
      );
      expect([name, rows.length]).toEqual([name, 1]);
      const isOwn = (PRIVATE_CHANNELS as readonly string[]).includes(name);
      expect(rows[0]).toContain(`<td>${isOwn ? 'private' : 'public'}</td><td><code>${name}`);
      expect(rows[0]).toMatch(/<summary>data<\/summary>.*type/s);
    }
  });

  it('writes the parts of an address as text', () => {
    expect(page).toContain(`<code>${escapeHtml('book:<marketId>')}</code>`);
    expect(page).not.toContain('book:<marketId>');
    expect(Object.keys(CHANNEL_TABLE)).toEqual(Object.keys(CHANNEL_DATA));
  });
});

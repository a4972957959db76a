import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { createFormats } from '#web/i18n/format.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { SizeFields } from './round-form.tsx';

const read = (name: string) => JSON.parse(readFileSync(`src/web/i18n/locales/en/${name}.json`, 'utf8')) as object;
const spaces = ['common', 'rounds', 'terms', 'trading'];
const texts = new Texts('en', Object.fromEntries(spaces.map((name) => [name, read(name)])) as never);
const shell = { locale: 'en', formats: createFormats('en') } as never as Shell;

/** What the fields say, with their hidden words, of 25.00 in a book. */
function said(short: boolean): string {
  const figures = { lots: 1_700, taken: 1_700, cost: usdt(8_670_000n), fee: usdt(240_000n), short };
  const ticket = { outcome: 'UP', side: 'BUY', kind: 'market', size: { by: 'money', text: '25' } };
  const props = { ticket, figures, problem: null, now: {}, sells: false, onChange: () => undefined };
  const html = renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={shell}>
        <SizeFields {...(props as never as Parameters<typeof SizeFields>[0])} />
      </ShellContext>
    </TextsContext>,
  );
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

it('says at the amount what it would cost with its fee where the book has less on offer', () => {
  expect(said(true)).toContain('Shares on offer now: 17. The rest won’t be filled. $8.91');
  expect(said(false)).not.toContain('$8.91');
});

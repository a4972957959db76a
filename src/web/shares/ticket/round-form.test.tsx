import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { createFormats } from '#web/i18n/format.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { SideChoice, SizeFields, type FormProps } from './round-form.tsx';

const read = (name: string) => JSON.parse(readFileSync(`src/web/i18n/locales/en/${name}.json`, 'utf8')) as object;
const spaces = ['common', 'rounds', 'terms', 'trading'];
const texts = new Texts('en', Object.fromEntries(spaces.map((name) => [name, read(name)])) as never);
const shell = { locale: 'en', formats: createFormats('en') } as never as Shell;

/** The side and the fields of 25.00 in a book. */
function drawn(short: boolean): string {
  const figures = { lots: 1_700, taken: 1_700, cost: usdt(8_670_000n), fee: usdt(240_000n), short };
  const ticket = { outcome: 'UP', side: 'BUY', kind: 'market', size: { by: 'money', text: '25' } };
  const props = {
    ticket,
    figures,
    problem: null,
    now: { UP: 500, DOWN: null },
    sells: false,
    onChange: () => undefined,
  };
  return renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={shell}>
        <SideChoice {...(props as never as FormProps)} />
        <SizeFields {...(props as never as FormProps)} />
      </ShellContext>
    </TextsContext>,
  );
}

/** What they say, with their hidden words. */
function said(short: boolean): string {
  const html = drawn(short);
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

it('says at the amount what it would cost with its fee where the book has less on offer', () => {
  expect(said(true)).toContain('Shares on offer now: 17. The rest won’t be filled. $8.91');
  expect(said(false)).not.toContain('$8.91');
});

it('is HTML as its rules have it: a name first in its group, a type of each field', () => {
  const html = drawn(true);
  expect(html).toMatch(/<fieldset[^>]*><legend/);
  const fields = html.match(/<input[^>]*>/g) ?? [];
  expect(fields.length).toBe(2);
  for (const field of fields) expect(field).toContain('type="text"');
});

// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#web/api/api-error.ts';
import { createClient } from '#web/api/client.ts';
import type { Shell } from '#web/shell-context.ts';
import { ShellContext } from '#web/shell-context.ts';
import { StepUpContext } from '#web/step-up-context.ts';
import { Texts } from '../../i18n/texts.ts';
import { TextsContext } from '../../i18n/use-translation.ts';
import { useCall, useSend } from '../call/use-call.ts';
import { Field } from './field.tsx';
import { Form, FormEnd } from './form.tsx';
import { useForm } from './use-form.ts';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), kit: load('kit') });
const shell = { config: { origins: {} }, locale: 'en' } as unknown as Shell;

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const draw = (children: ReactNode) =>
  act(async () =>
    root.render(
      <ShellContext value={shell}>
        <TextsContext value={texts}>{children}</TextsContext>
      </ShellContext>,
    ),
  );
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
const type = (name: string, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(name), text);
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = () => act(async () => document.querySelector<HTMLButtonElement>('[type="submit"]')?.click());
/** The schema comes as code does: what follows a press is waited for. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => undefined);
      check();
    },
    { timeout: 20_000 },
  );
const said = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent ?? null;
const focused = () => document.activeElement?.getAttribute('name');
const box = () => document.querySelector('[role="alert"]')?.textContent ?? null;

function refusal(code: string, fields: Readonly<Record<string, string>> = {}): ApiError {
  const error = { code, title: 'No', message: 'Not so.', action: 'support' as const, details: { fields } };
  return new ApiError(422, { error, requestId: 'r-17' }, null);
}

/** A form of two fields whose first answers are these; then it is done. */
function Example({ answers, sent }: { readonly answers: ApiError[]; readonly sent: unknown[] }) {
  const call = useCall();
  const form = useForm({
    start: { first: '', second: '' },
    call,
    missing: ({ first }) => (first === '' ? { name: 'first', says: 'Fill in the first' } : null),
    check: {
      schema: () => Promise.resolve(z.object({ first: z.string().max(5), second: z.string() })),
      of: (values) => values,
    },
    faults: (name, fault) => (name === 'first' || name === 'second' ? `${name} is ${fault}` : null),
    send: (values) =>
      call.run(() => {
        sent.push(values);
        const error = answers.shift();
        return error === undefined ? Promise.resolve('done') : Promise.reject(error);
      }),
  });
  return (
    <Form form={form}>
      <Field label="First" {...form.field('first')} />
      <Field label="Second" {...form.field('second')} />
      <FormEnd form={form} says={call.done ? 'Sent' : 'Send'} />
    </Form>
  );
}
const button = () => document.querySelector('[type="submit"]')?.textContent;

describe('a form', () => {
  it('says what is missing, and a press moves the focus there', async () => {
    const sent: unknown[] = [];
    await draw(<Example answers={[]} sent={sent} />);
    expect(button()).toBe('Fill in the first');
    await press();
    expect([focused(), sent.length]).toEqual(['first', 0]);
    await type('first', 'abc');
    await press();
    await until(() => expect([button(), sent]).toEqual(['Sent', [{ first: 'abc', second: '' }]]));
  });

  it('says what the schema refuses beside the field, and sends nothing', async () => {
    const sent: unknown[] = [];
    await draw(<Example answers={[]} sent={sent} />);
    await type('first', 'too long');
    await press();
    await until(() => expect([said('first'), focused(), sent.length]).toEqual(['first is too_large', 'first', 0]));
  });

  it('puts what the server finds wrong on its field, takes the focus there, and forgets it when somebody types', async () => {
    const answers = [refusal('InvalidRequest', { 'second.0': 'malformed' })];
    await draw(<Example answers={answers} sent={[]} />);
    await type('first', 'abc');
    await press();
    await until(() => expect([said('second'), focused(), box()]).toEqual(['second is malformed', 'second', null]));
    await type('second', 'x');
    expect(said('second')).toBe(null);
  });

  it('says in the box what no field can say, with the number of the request, and nothing where a step-up was closed', async () => {
    const answers = [refusal('InvalidRequest', { other: 'unknown' }), refusal('StepUpRequired')];
    await draw(<Example answers={answers} sent={[]} />);
    await type('first', 'abc');
    await press();
    await until(() => expect(box()).toContain('Not so.'));
    expect(box()).toContain('r-17');
    await press();
    await until(() => expect([answers.length, box()]).toEqual([0, null]));
  });
});

describe('a call', () => {
  it('is sent again with its key after a lost answer and after a step-up, and with another one later', async () => {
    const keys: (string | null)[] = [];
    const later = ['lost', 'step-up', 'ok', 'ok'];
    const answer = (code: string) =>
      Response.json(
        { error: { code, title: '', message: '', action: 'okay', details: {} }, requestId: '' },
        { status: 403 },
      );
    const client = createClient({
      host: '',
      language: 'en',
      token: () => null,
      renew: () => Promise.resolve(null),
      fetch: async (_url, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'));
        const next = later.shift();
        if (next === 'lost') throw new TypeError('network');
        return next === 'step-up' ? answer('StepUpRequired') : Response.json({});
      },
    });
    const proved: string[] = [];
    const guard = async <T,>(run: () => Promise<T>) =>
      run().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'StepUpRequired') throw error;
        proved.push('yes');
        return run();
      });
    function Button() {
      const call = useSend('privacy.askExport', { client });
      return (
        <button type="submit" onClick={() => void call.send()}>
          {call.problem?.code ?? (call.done ? 'done' : 'send')}
        </button>
      );
    }
    await draw(
      <StepUpContext value={{ guard, prove: async () => 'yes' }}>
        <Button />
      </StepUpContext>,
    );
    await press();
    await until(() => expect(button()).toBe('Offline'));
    await press();
    await until(() => expect([button(), proved]).toEqual(['done', ['yes']]));
    await press();
    await until(() => expect(keys).toHaveLength(4));
    const [first, , , last] = keys;
    expect(keys).toEqual([first, first, first, last]);
    expect(last).not.toBe(first);
  });
});

// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchCode } from '#web/fetch-code.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { useProblemOf } from './problem.ts';

const common = JSON.parse(readFileSync('src/web/i18n/locales/en/common.json', 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common });

afterEach(() => vi.restoreAllMocks());

function Said({ error }: { readonly error: unknown }) {
  const problem = useProblemOf()(error);
  return problem === null ? '' : `${problem.code}: ${problem.title}`;
}

it.each([
  [true, 'CodeMissing', 'part.missing'],
  [false, 'Offline', 'failed.offline'],
] as const)(
  'an act whose code does not come says so, as a refusal does; the network is there: %s',
  async (online, code, key) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    const error: unknown = await fetchCode(() => Promise.reject(new TypeError('Failed to fetch'))).catch(
      (reason: unknown) => reason,
    );
    const said = renderToStaticMarkup(
      <TextsContext value={texts}>
        <Said error={error} />
      </TextsContext>,
    );
    expect(common[key]).toBeDefined();
    expect(said.replaceAll('&#x27;', "'")).toBe(`${code}: ${common[key]}`);
  },
);

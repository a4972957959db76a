import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PublicConfig } from '#protocol/site.ts';
import { Texts } from '../i18n/texts.ts';
import { TextsContext } from '../i18n/use-translation.ts';
import { SandboxName } from './sandbox-name.tsx';
import { ShellContext } from '../shell-context.ts';

function drawn(mode: PublicConfig['mode']): string {
  const shell = { locale: 'en', page: null, pathname: '/en', quick: null, config: { mode } as PublicConfig } as const;
  const texts = new Texts('en', { common: { 'name.practice': 'Approved with:' } });
  return renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={shell}>
        <SandboxName />
      </ShellContext>
    </TextsContext>,
  );
}

it('says how a name is let through in a sandbox, and nothing in production', () => {
  expect(drawn('sandbox')).toContain('Approved with:');
  expect(drawn('sandbox')).toContain('npm run admin -- approve-name &lt;email&gt;');
  expect(drawn('production')).toBe('');
});

// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { useEmail } from './email.ts';
import { ForgotLink } from './parts.tsx';

const shell = { locale: 'en', config: { origins: { auth: 'https://auth.tikvo.example' } } } as unknown as Shell;

function Typed() {
  const [email] = useEmail();
  return <p>{email}</p>;
}

it('leads the owner of an address to a new password with the address filled in', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <TextsContext value={new Texts('en', {})}>
        <ShellContext value={shell}>
          <MemoryRouter initialEntries={['/en/auth/social']}>
            <Routes>
              <Route
                path="/en/auth/social"
                element={
                  <ForgotLink email="victim@tikvo.example" className="">
                    Set a new password
                  </ForgotLink>
                }
              />
              <Route path="*" element={<Typed />} />
            </Routes>
          </MemoryRouter>
        </ShellContext>
      </TextsContext>,
    ),
  );
  await act(async () => document.querySelector('a')?.click());
  expect(document.body.textContent).toBe('victim@tikvo.example');
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

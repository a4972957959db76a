import { Check } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { AppearanceMenu } from '#web/ui/frame/appearance-menu.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CookieLink } from '#web/ui/frame/cookie-link.tsx';
import { LanguageMenu } from '#web/ui/frame/language-menu.tsx';
import { LegalLines } from '#web/ui/frame/legal-lines.tsx';
import { Logo } from '#web/ui/frame/logo.tsx';
import { Guard } from '#web/ui/part.tsx';

const DEMO_BALANCE = '10000';

/** Every page of the auth site: a column of 400 px for the form, and beside it, where there is room, what the product is. */
export function AuthFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('common');
  const { config, locale } = useShell();
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <div className="flex min-h-dvh min-w-0 flex-col px-4 pt-3.5 pb-5.5 md:px-8 md:pt-5.5 md:pb-7">
        <header className="relative z-20 flex items-center gap-1">
          <a href="#content" className="vh focus:static focus:size-auto focus:[clip-path:none]">
            {t('nav.skip')}
          </a>
          <a
            href={link(config, 'main', pathOf('landing', locale))}
            className="flex items-center rounded-btn pointer-coarse:min-h-11"
          >
            <Logo brand={config.brand} />
          </a>
          <span className="flex-1" />
          <LanguageMenu className="max-[22.4375rem]:[&_summary>span]:vh" />
          <AppearanceMenu className="max-md:hidden" />
          <a
            href={link(config, 'main', pathOf('trading-demo', locale))}
            className={`${buttonClass({ variant: 'outline', size: 'sm' })} max-md:hidden`}
          >
            {t('try_demo')}
          </a>
        </header>
        <main id="content" className="mx-auto mt-7 mb-auto w-full max-w-[400px] md:my-auto md:py-8">
          <Guard>{children}</Guard>
        </main>
        <footer className="grid gap-1.5 pt-6 text-12 leading-[1.125rem] text-faint md:pt-7">
          <LegalLines />
          <CookieLink className="flex min-h-6 items-center justify-self-start rounded-chip text-mut hover:text-text pointer-coarse:min-h-11" />
        </footer>
      </div>
      <Aside />
    </div>
  );
}

function Aside() {
  const { t } = useTranslation('auth');
  const formats = useFormats();
  const facts = [
    t('aside.payout'),
    t('aside.loss'),
    t('aside.record'),
    t('aside.demo', { amount: formats.money(DEMO_BALANCE, { places: 0 }) }),
  ];
  return (
    <aside className="relative flex min-w-0 flex-col items-center justify-center border-s border-line bg-s1 p-12 max-lg:hidden">
      <div className="w-full max-w-[468px]">
        <h2 className="text-[1.875rem] leading-[2.3125rem] font-620 tracking-[-.025em] text-balance">
          {t('aside.title')}
        </h2>
        <p className="mt-2.5 text-15 leading-[1.4375rem] text-mut text-pretty">{t('aside.lead')}</p>
        <div className="mt-8 rounded-[18px] border border-line2 bg-bg p-5.5">
          <Picture />
          <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-2.5 text-13 text-mut">
            {facts.map((fact) => (
              <li key={fact} className="flex items-center gap-2">
                <Tick state="done" />
                {fact}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </aside>
  );
}

/** A price, its entry, the zone where Up wins, and the expiry. */
function Picture() {
  return (
    <svg viewBox="0 0 420 96" aria-hidden className="block w-full">
      <rect x="104" y="0" width="268" height="52" fill="var(--color-up-soft)" />
      <path d="M104 52H372" stroke="var(--color-up)" strokeWidth="1.5" />
      <path
        d="M0 84 14 84 28 66 42 58 56 72 70 60 84 62 98 56 104 52 118 40 132 46 146 34 160 42 174 32 188 46 202 38 216 52 230 54 244 50 258 44 272 36 286 40 300 34 314 48 328 62 342 60 356 46 372 40 386 36 400 26 420 20"
        fill="none"
        stroke="var(--color-brand-text)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M372 0V96" stroke="var(--color-mut)" strokeDasharray="4 4" />
      <circle cx="104" cy="52" r="5" fill="var(--color-bg)" stroke="var(--color-info)" strokeWidth="3" />
      <circle cx="372" cy="40" r="5" fill="var(--color-bg)" stroke="var(--color-up)" strokeWidth="3" />
    </svg>
  );
}

/** A round tick; empty while its rule is not met. */
export function Tick({ state }: { readonly state: 'done' | 'open' }) {
  return state === 'done' ? (
    <span aria-hidden className="grid size-4 shrink-0 place-items-center rounded-pill bg-ok text-on-ok">
      <Check className="size-2.5 stroke-[4]" />
    </span>
  ) : (
    <span aria-hidden className="size-4 shrink-0 rounded-pill shadow-[inset_0_0_0_1.5px_var(--color-ctl)]" />
  );
}

/** Icon, heading and one sentence at the top of a step. */
export function Heading(props: { readonly icon?: ReactNode; readonly title: ReactNode; readonly lead?: ReactNode }) {
  return (
    <>
      {props.icon === undefined ? null : (
        <span className="mb-5 grid size-14 place-items-center rounded-card bg-brand-soft text-brand-text [&_svg]:size-6.5">
          {props.icon}
        </span>
      )}
      <h1
        tabIndex={-1}
        className="text-[1.5625rem] leading-[1.9375rem] font-620 tracking-[-.024em] text-balance outline-none md:text-[1.75rem] md:leading-[2.125rem]"
      >
        {props.title}
      </h1>
      {props.lead === undefined ? null : <p className="mt-2 text-mut text-pretty">{props.lead}</p>}
    </>
  );
}

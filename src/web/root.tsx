import { useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import * as Direction from 'radix-ui/direction';
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  redirect,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { isPlain, sharedDomain } from './api/known.ts';
import { APPEARANCE_SCRIPT } from './appearance.ts';
import { CookieConsent } from './features/consent/cookie-consent.tsx';
import { Announcements } from './features/status/announcements.tsx';
import { StaticAnnouncements } from './features/status/static-announcements.tsx';
import { Head } from './head.tsx';
import { loadMessages } from './i18n/load.server.ts';
import { DEFAULT_LOCALE, LOCALE_FACTS, detectLocale, type Locale } from './i18n/locales.ts';
import { Texts } from './i18n/texts.ts';
import { TextsContext } from './i18n/use-translation.ts';
import { BrokenView, NoNetworkView, NotFoundView } from './pages/parts/problem-views.tsx';
import { NonceContext } from './nonce.ts';
import { elsewhere, isOffice, pageAt } from './site.ts';
import { ShellContext } from './shell-context.ts';
import './styles/app.css';

/** What every page has: its locale, its texts, and what the browser may know of the installation. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const right = elsewhere(context.config, url);
  if (right !== null) throw redirect(right);
  const { pathname } = url;
  const spoken = detectLocale({
    path: pathname,
    cookie: request.headers.get('cookie') ?? '',
    acceptLanguage: context.acceptLanguage,
  });
  const locale = isOffice(pathname) ? DEFAULT_LOCALE : spoken;
  const page = isOffice(pathname) || pathname.split('/')[1] === locale ? pageAt(pathname) : null;
  const messages = await loadMessages(locale, page?.namespaces ?? ['common', 'seo']);
  const quick = context.withdrawals?.share ?? null;
  return { locale, page: page?.id ?? null, pathname, messages, config: context.config, quick };
}

export type RootData = Awaited<ReturnType<typeof loader>>;

/** Texts are sent per page: another path needs others. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** The texts of the document: those of the pages seen so far, anew in another language. */
function useTexts(shell: RootData): Texts {
  const [made, setMade] = useState(() => new Texts(shell.locale, shell.messages));
  if (made.locale !== shell.locale) {
    const next = new Texts(shell.locale, shell.messages);
    setMade(next);
    return next;
  }
  made.add(shell.messages);
  return made;
}

/** True where the page works without framework code (its route exports `handle = { static: true }`). */
function useStatic(): boolean {
  const page = useMatches().at(-1);
  return isPlain(page?.handle, page?.loaderData);
}

interface HeadFacts {
  readonly head?: Readonly<Record<string, string>>;
  readonly languages?: readonly Locale[];
}

/** What the page puts into its title and description (`head` of its loader’s answer), and the `languages` it is written in, where not in all. */
function useHeadFacts(): HeadFacts {
  return (useMatches().at(-1)?.loaderData as HeadFacts | null | undefined) ?? {};
}

function Document({ shell, children }: { readonly shell: RootData; readonly children: ReactNode }) {
  const texts = useTexts(shell);
  const language = LOCALE_FACTS[shell.locale];
  const { head = {}, languages } = useHeadFacts();
  const plain = useStatic();
  const nonce = useContext(NonceContext);
  return (
    <html
      lang={language.lang}
      dir={language.dir}
      data-theme="dark"
      data-colours="standard"
      data-app={plain ? undefined : ''}
      data-domain={sharedDomain(shell.config) ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: APPEARANCE_SCRIPT }} />
        <TextsContext.Provider value={texts}>
          <Head
            config={shell.config}
            locale={shell.locale}
            page={shell.page}
            pathname={shell.pathname}
            facts={head}
            {...(languages === undefined ? {} : { languages })}
          />
        </TextsContext.Provider>
        <Links nonce={nonce} />
      </head>
      <body>
        <TextsContext.Provider value={texts}>
          <ShellContext.Provider value={shell}>
            <Direction.Provider dir={language.dir}>
              {shell.page === 'office' ? null : <CookieConsent />}
              {shell.page === 'office' ? null : plain ? <StaticAnnouncements /> : <Announcements />}
              {children}
            </Direction.Provider>
          </ShellContext.Provider>
        </TextsContext.Provider>
        {plain ? null : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** What the browser was sent last: where the next page could not be asked for, that is said in the frame of this one. */
let kept: RootData | undefined;

function useRoot(): RootData | undefined {
  const sent = useRouteLoaderData<typeof loader>('root');
  useEffect(() => {
    kept = sent ?? kept;
  }, [sent]);
  return sent ?? kept;
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const shell = useRoot();
  if (shell === undefined) {
    return (
      <html lang="en" data-theme="dark">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Tikvo</title>
          <Links />
        </head>
        <body>{children}</body>
      </html>
    );
  }
  return <Document shell={shell}>{children}</Document>;
}

export default function Root() {
  // Forms that were pressed before this are sent now (appearance.ts).
  useEffect(() => void dispatchEvent(new Event('tikvo:awake')), []);
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const sent = useRouteLoaderData<typeof loader>('root');
  const shell = useRoot();
  if (shell === undefined) return <p>503</p>;
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundView />;
  // What the page needs could not be fetched: `fetch` says so with a TypeError.
  return sent === undefined && error instanceof TypeError ? <NoNetworkView /> : <BrokenView />;
}

import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import type { PageId } from '#web/page-rows.ts';
import { Button } from '#web/ui/button.tsx';
import { problemActionOf } from '#web/ui/call/problem-action.ts';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import type { Problem } from '#web/ui/call/problem.ts';
import { keepEmail } from './email.ts';

/** The problem box of the auth site: sign-in, or a new password, is a way on from here. */
export function ProblemNote({ problem, action }: { readonly problem: Problem | null; readonly action?: ReactNode }) {
  const way = problem === null ? null : problemActionOf(problem);
  return (
    <ProblemBox
      problem={problem}
      action={action ?? (way === null || way.to === 'support' ? undefined : <WayOn to={way.to} />)}
    />
  );
}

function WayOn({ to }: { readonly to: 'login' | 'own' }) {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  return (
    <span className="mt-1.5 flex flex-wrap gap-x-4">
      <a href={href('login', { tab: 'login' })} className={LINK_LINE} data-way="login">
        {t(to === 'login' ? 'auth.login' : 'exists.login')}
      </a>
      {to === 'own' ? (
        <ForgotLink className={LINK_LINE} email={null}>
          {t('exists.reset')}
        </ForgotLink>
      ) : null}
    </span>
  );
}

/** To a new password, without another document: the address that was typed, or this one, stands there already. */
export function ForgotLink(props: {
  readonly email: string | null;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const href = useAuthHref();
  const navigate = useNavigate();
  const to = href('forgot');
  return (
    <a
      href={to}
      className={props.className}
      data-way="forgot"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (props.email !== null) keepEmail(props.email);
        const { pathname, search } = new URL(to, location.href);
        void navigate(`${pathname}${search}`);
      }}
    >
      {props.children}
    </a>
  );
}

/**
 * The one main button of a form. `missing` is what it says while something is missing: it stays reachable, and the press moves
 * the focus to the first missing item.
 */
export function SubmitButton(props: {
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly missing?: string | null;
}) {
  const { t } = useTranslation('auth');
  const off = props.missing !== undefined && props.missing !== null;
  return (
    <Button type="submit" variant="primary" size="lg" wide aria-disabled={off || props.busy}>
      {props.busy ? t('working') : (props.missing ?? props.children)}
    </Button>
  );
}

export function Or({ children }: { readonly children: ReactNode }) {
  return (
    <p className="mt-5 mb-4 flex items-center gap-3 text-12 text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}

/** A page of the auth site with the query of this one: the way back is kept. */
export function useAuthHref(): (id: PageId, more?: Readonly<Record<string, string>>) => string {
  const { config, locale } = useShell();
  const [now] = useSearchParams();
  return (id, more = {}) => {
    const kept = new URLSearchParams();
    for (const name of ['redirect', 'host']) {
      const value = now.get(name);
      if (value !== null) kept.set(name, value);
    }
    for (const [name, value] of Object.entries(more)) kept.set(name, value);
    const text = kept.toString();
    return `${link(config, 'auth', pathOf(id, locale))}${text === '' ? '' : `?${text}`}`;
  };
}

export const LINK = 'font-540 text-brand-text hover:underline';

/** A link or a button that looks like one, alone in its line: as high as a finger where fingers press. */
export const LINK_LINE = `${LINK} inline-flex min-h-6 items-center pointer-coarse:min-h-11`;

/** The same at the end of a label: the place for a finger lies over what is around it, so that the label stays where it is. */
export const LINK_OF_LABEL = `${LINK} pointer-coarse:-my-3.5 pointer-coarse:py-3.5`;

import { Star } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { pageOf, pathOf } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { FOR_VISITORS } from '#web/ui/frame/account-links.tsx';
import { useWatchSignIn } from './watch-links.ts';
import { useWatch } from './watch.tsx';

const LOOK =
  'grid size-8 shrink-0 place-items-center rounded-chip text-mut hover:bg-s2 hover:text-text aria-pressed:text-warn pointer-coarse:size-11 [&_svg]:size-4.5';

interface StarProps {
  readonly event: { readonly id: string; readonly title: string };
  /** Where the star is to stand once a visitor has signed in: the page with real money. */
  readonly back: string;
  readonly className?: string;
}

/** Puts an event on the watch list, or takes it off. It leads a visitor to sign-in and is pressed when they come back. */
export function WatchStar({ event, back, className }: StarProps) {
  const { t } = useTranslation('events');
  const { page } = useShell();
  const signIn = useWatchSignIn();
  const watch = useWatch();
  const { id, title } = event;
  const look = cx(LOOK, className);
  // Who practises has no watch list: it belongs to the account.
  const isDemo = page !== null && pageOf(page).demo === true;
  if (watch === null || watch.hasPerson === false || isDemo)
    return (
      <a
        href={signIn(back, id)}
        aria-label={t('watch.login', { title })}
        title={t('watch.login', { title })}
        className={cx(look, isDemo && FOR_VISITORS)}
      >
        <Star aria-hidden />
      </a>
    );
  const on = watch.watched?.has(id) ?? false;
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={t('watch.star', { title })}
      title={t(on ? 'watch.off' : 'watch.on')}
      aria-disabled={watch.hasPerson === null}
      onClick={() => {
        if (watch.hasPerson === true) void watch.list.press(id, !on);
      }}
      className={look}
    >
      <Star aria-hidden className={on ? 'fill-current' : ''} />
    </button>
  );
}

/** The list of events with real money. */
export function useRealList(): string {
  const { locale } = useShell();
  return pathOf('events', locale);
}

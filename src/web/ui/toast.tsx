import { Check, CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LOCALE_FACTS } from '../i18n/locales.ts';
import { useShell } from '../shell-context.ts';
import { STAYS } from '../wished-page.ts';
import { cx } from './cx.ts';

/** `up` and `down` tell of results, in the colours that the person chose for them; `ok` of what worked. */
export type ToastTone = 'up' | 'down' | 'ok' | 'info' | 'warn';

export interface ToastInput {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** What can be done about it: a button beside the words. */
  readonly end?: ReactNode;
  readonly tone?: ToastTone;
  readonly icon?: ReactNode;
  /** Milliseconds on screen; hovering stops the clock. */
  readonly lasts?: number;
  /** A toast of the same id replaces it. */
  readonly id?: string;
}

/** Said before the place stands; drawn as soon as it does. */
const waiting: ToastInput[] = [];
let stands = false;

/** Shows a short message. Tone `warn` interrupts screen readers; the others wait their turn. */
export function showToast(input: ToastInput): void {
  if (stands) drawToast(input);
  else waiting.push(input);
}

const TONES: Readonly<Record<ToastTone, string>> = {
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
  ok: 'bg-ok-soft text-ok',
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
};

const ICONS: Readonly<Record<ToastTone, ReactNode>> = {
  up: <Check aria-hidden />,
  down: <X aria-hidden />,
  ok: <CircleCheck aria-hidden />,
  info: <Info aria-hidden />,
  warn: <CircleAlert aria-hidden />,
};

function drawToast({ title, text, end, tone = 'info', icon, lasts = 4_000, id }: ToastInput): void {
  sonner.custom(
    () => (
      <div
        role={tone === 'warn' ? 'alert' : 'status'}
        className="flex font-sans w-[min(356px,calc(100vw-24px))] items-center gap-3 rounded-trade border border-line2 bg-s2 p-3 text-14 text-text"
      >
        <span className={cx('grid size-9 shrink-0 place-items-center rounded-btn [&_svg]:size-4.5', TONES[tone])}>
          {icon ?? ICONS[tone]}
        </span>
        <div className="min-w-0 flex-1">
          <div className="font-540">{title}</div>
          {text === undefined ? null : <div className="text-13 text-mut">{text}</div>}
        </div>
        {end}
      </div>
    ),
    { duration: lasts, ...(id === undefined ? {} : { id }) },
  );
}

/**
 * Where toasts appear: bottom end on desktop, top on phones; three at most. It is a part of the page from the start: a message that the
 * network is away must not need the network, and a screen reader hears only of what comes into a region it knows.
 */
export function Toaster() {
  const { t } = useTranslation('common');
  const { dir } = LOCALE_FACTS[useShell().locale];
  const [phone, setPhone] = useState(false);
  useEffect(() => {
    const query = matchMedia('(max-width: 47.9375rem)');
    const read = () => setPhone(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  // After the effects of what is inside: it listens by now.
  useEffect(() => {
    stands = true;
    for (const input of waiting.splice(0)) drawToast(input);
    return () => {
      stands = false;
    };
  }, []);
  useEffect(() => {
    const say = () => showToast({ id: STAYS, tone: 'warn', title: t('no_network.title') });
    addEventListener(STAYS, say);
    return () => removeEventListener(STAYS, say);
  }, [t]);
  const side = dir === 'rtl' ? 'left' : 'right';
  return (
    <Sonner
      position={phone ? 'top-center' : `bottom-${side}`}
      dir={dir}
      visibleToasts={3}
      offset={{ top: 16, bottom: 'var(--toast-bottom, 16px)', [side]: 'var(--toast-end, 16px)' }}
      mobileOffset={{ top: 60 }}
      containerAriaLabel={t('toasts')}
      toastOptions={{ unstyled: true }}
    />
  );
}

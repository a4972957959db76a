import { TriangleAlert, X } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { Chip } from '#web/ui/states.tsx';
import type { Announcement } from './concerned.ts';

export const CARD =
  'pointer-events-auto border-b border-line bg-s1 text-13 md:rounded-field md:border md:shadow-[0_8px_32px_rgb(0_0_0/.28)]';

/** Above the page on phones, over it on wider screens. */
export const OVER_PAGE =
  'md:pointer-events-none md:fixed md:inset-x-0 md:top-16 md:z-30 md:mx-auto md:grid md:max-w-[640px] md:gap-2 md:px-4';

/** `one` null: the form that a script fills in. */
export function AnnouncementCard({
  one = null,
  onClose,
}: {
  readonly one?: Announcement | null;
  readonly onClose?: () => void;
}) {
  const { t } = useTranslation('common');
  const pair = one?.pair ?? null;
  return (
    <div className={cx(CARD, 'flex items-start gap-3 px-4 py-3')}>
      <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 text-mut text-pretty">
        <b className="text-text">{one?.title}</b> {pair === null ? null : <Chip>{pair}</Chip>} {one?.text}
      </p>
      <button
        type="button"
        aria-label={t('btn.close')}
        onClick={onClose}
        className="grid size-8 shrink-0 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text pointer-coarse:size-11"
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}

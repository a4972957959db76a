import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { NotificationMessage } from '#protocol/notifications.ts';
import { useSession } from '#web/api/session.tsx';
import { usePrivateFeed, useSettledStatus } from '#web/live/live.tsx';
import type { Frame } from '#web/live/socket.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { late } from '#web/ui/late.tsx';
import { Num } from '#web/ui/num.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { forgetNews, tellNews, useNews } from '#web/live/news.ts';

const MOST_SHOWN = 99;
/** Where no socket opens, the number is asked for so often, ms. */
const ASK_MS = 60_000;

function hear(frame: Frame): void {
  const { unread, item } = frame.data as NotificationMessage;
  tellNews({ unread, isNew: item !== null });
}

/** Its code comes with the first press. */
const Panel = late(() => import('./bell-panel.tsx'), { waits: <span className="block h-24" /> });

export interface NotificationsBellProps {
  /** Address of the list. */
  readonly href: string;
  readonly className?: string;
}

/** The newest ones in a panel, on phones the way to the list; with the number of unread ones as it is now. One a page; nothing for visitors and demo people. */
export function NotificationsBell({ href, className }: NotificationsBellProps) {
  const { t } = useTranslation('notifications');
  const formats = useFormats();
  const { client, state, retry } = useSession();
  const token = state.status === 'ready' && state.user.role !== 'DEMO' ? state.token : null;
  const feed = usePrivateFeed({ token, on: { notification: hear }, onRefused: retry });
  const connected = useSettledStatus(feed === 'live' ? 'here' : 'away');
  const { data: asked } = useQuery({
    queryKey: ['unread', token],
    enabled: token !== null && !connected,
    refetchInterval: ASK_MS,
    queryFn: ({ signal }) => client.call('notifications.list', { query: { limit: '1' } }, { signal }),
  });
  useEffect(() => {
    if (asked !== undefined) tellNews({ unread: asked.unread, isNew: false });
  }, [asked]);
  useEffect(() => {
    if (token === null) forgetNews();
  }, [token]);
  const unread = useNews().unread ?? 0;
  if (token === null) return null;
  const label = t('bell', { unread });
  const look = cx(
    'relative grid size-9 shrink-0 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text pointer-coarse:size-11',
    className,
  );
  const bell = (
    <>
      <Bell aria-hidden className="size-5" />
      {unread === 0 ? null : (
        <Num
          aria-hidden
          className="absolute end-0 top-0 grid h-4.5 min-w-4.5 place-items-center rounded-pill bg-brand px-1 text-11 font-620 text-on-brand"
        >
          {unread > MOST_SHOWN ? `${formats.number(MOST_SHOWN)}+` : formats.number(unread)}
        </Num>
      )}
    </>
  );
  return (
    <>
      <a href={href} aria-label={label} title={label} className={cx(look, 'md:hidden')}>
        {bell}
      </a>
      <Popover
        align="end"
        className="w-[26rem] max-w-none! p-0!"
        trigger={
          <button type="button" aria-label={label} title={label} className={cx(look, 'max-md:hidden')}>
            {bell}
          </button>
        }
      >
        <Panel href={href} />
      </Popover>
    </>
  );
}

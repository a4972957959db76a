import {
  BookOpen,
  CandlestickChart,
  Landmark,
  LifeBuoy,
  Scale,
  ServerCog,
  ShieldCheck,
  SlidersHorizontal,
  Trophy,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { deskPath, type DeskId, type Noun } from '#protocol/office/desks.ts';
import { cx } from '#web/ui/cx.ts';
import { useCurrentInView } from '#web/ui/frame/current-in-view.ts';
import { Num } from '#web/ui/num.tsx';
import { desksUnder, useOffice } from './use-office.ts';

const ICONS: Readonly<Record<Noun, ReactNode>> = {
  people: <Users aria-hidden />,
  verification: <ShieldCheck aria-hidden />,
  money: <Landmark aria-hidden />,
  trading: <CandlestickChart aria-hidden />,
  events: <Trophy aria-hidden />,
  content: <BookOpen aria-hidden />,
  support: <LifeBuoy aria-hidden />,
  risk: <Scale aria-hidden />,
  settings: <SlidersHorizontal aria-hidden />,
  system: <ServerCog aria-hidden />,
};

const MOST = 99;

function Count({ of, className }: { readonly of: number; readonly className?: string }) {
  return of === 0 ? null : (
    <span
      className={cx(
        'grid min-w-4.5 place-items-center rounded-pill bg-brand px-1 text-11 font-620 text-on-brand',
        className,
      )}
    >
      <Num>{of > MOST ? `${MOST}+` : String(of)}</Num>
    </span>
  );
}

/** The nouns at the start edge, each with what waits at its desks. `wide`: in the menu of phones, with the desks themselves. */
export function SideNav({ wide = false, onGo }: { readonly wide?: boolean; readonly onGo?: () => void }) {
  const { permissions, counts } = useOffice();
  const { pathname } = useLocation();
  const countOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (counts[id] ?? 0), 0);
  return (
    <nav aria-label="Desks" className={cx('grid content-start gap-1', wide ? 'p-2' : 'px-1.5 py-2')}>
      {desksUnder(permissions).map(({ noun, title, desks }) => {
        const here = desks.some(({ id }) => pathname === deskPath(id) || pathname.startsWith(`${deskPath(id)}/`));
        const waiting = countOf(desks.map(({ id }) => id));
        if (!wide) {
          return (
            <NavLink
              key={noun}
              to={deskPath(desks[0]?.id ?? 'people')}
              aria-current={here ? 'page' : undefined}
              className={cx(
                'relative grid justify-items-center gap-1 rounded-btn px-1 py-2 text-11 [&_svg]:size-5',
                here ? 'bg-s2 text-text [&_svg]:text-brand-text' : 'text-mut hover:bg-s2 hover:text-text',
              )}
            >
              {ICONS[noun]}
              <span className="max-w-full truncate">{title}</span>
              <Count of={waiting} className="absolute end-2 top-1" />
            </NavLink>
          );
        }
        return (
          <div key={noun} className="grid">
            <p className="flex items-center gap-2 px-2 pt-2 text-12 text-mut [&_svg]:size-4">
              {ICONS[noun]}
              {title}
            </p>
            {desks.map((desk) => (
              <NavLink
                key={desk.id}
                to={deskPath(desk.id)}
                {...(onGo === undefined ? {} : { onClick: onGo })}
                className="flex min-h-11 items-center gap-2 rounded-btn px-3 font-540 hover:bg-s2 aria-[current]:bg-s2"
              >
                <span className="flex-1">{desk.title}</span>
                <Count of={counts[desk.id] ?? 0} />
              </NavLink>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

/** The desks of one noun as tabs, where it has several: on phones they scroll, with the current one in view. */
export function DeskTabs({ noun, current }: { readonly noun: Noun; readonly current: DeskId }) {
  const { permissions, counts } = useOffice();
  const row = useCurrentInView(current);
  const desks = desksUnder(permissions).find((one) => one.noun === noun)?.desks ?? [];
  if (desks.length < 2) return null;
  return (
    <nav
      ref={row}
      aria-label="Desks of this kind"
      className="flex shrink-0 gap-5 fade-x overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:px-5"
    >
      {desks.map((desk) => (
        <NavLink
          key={desk.id}
          to={deskPath(desk.id)}
          className="-mb-px flex items-center gap-1.5 border-b-2 border-transparent py-2.5 whitespace-nowrap text-mut hover:text-text aria-[current]:border-brand-text aria-[current]:font-540 aria-[current]:text-text"
        >
          {desk.title}
          {(counts[desk.id] ?? 0) > 0 ? <Num className="text-12 text-mut">{String(counts[desk.id])}</Num> : null}
        </NavLink>
      ))}
    </nav>
  );
}

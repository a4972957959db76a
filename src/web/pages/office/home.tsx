import { Link } from 'react-router';
import { deskPath } from '#protocol/office/desks.ts';
import { desksUnder, useOffice } from '#web/features/office/use-office.ts';
import { Charts } from '#web/features/office/charts/charts.tsx';
import { Num } from '#web/ui/num.tsx';

/** What waits at the desks of whoever works here. */
export default function Home() {
  const { me, permissions, counts } = useOffice();
  return (
    <div className="grid content-start gap-5 p-4 md:p-5">
      <h1 className="text-18 font-620">
        Hello, <bdi>{me.name}</bdi>
      </h1>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(13.75rem,1fr))] gap-3 max-md:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]">
        {desksUnder(permissions).flatMap(({ title, desks }) =>
          desks.map((desk) => (
            <Link
              key={desk.id}
              to={deskPath(desk.id)}
              className="card grid gap-1 p-4 hover:bg-s2 focus-visible:outline-offset-2"
            >
              <span className="text-12 text-mut">{title}</span>
              <span className="flex items-baseline justify-between gap-2 font-620">
                {desk.title}
                {counts[desk.id] === undefined ? null : (
                  <Num className="text-18 text-brand-text">{String(counts[desk.id])}</Num>
                )}
              </span>
            </Link>
          )),
        )}
      </div>
      <Charts place="front" />
    </div>
  );
}

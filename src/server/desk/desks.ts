import { DESKS, type DeskId } from '#protocol/office/desks.ts';
import type { ActSeat, ChartSeat, DeskSeat, OfficeSeat, PartSeat, SearchSeat, TimelineSeat } from './contract.ts';

/** What all subjects bring to the back office. */
export interface Desks {
  /** Throws where two subjects give the same: a list of one desk, a part, an act. */
  add(seat: OfficeSeat): void;
  deskOf(desk: DeskId): Omit<DeskSeat, 'desk'>;
  partsOf(desk: DeskId): readonly PartSeat[];
  timelinesOf(desk: DeskId): readonly TimelineSeat[];
  actsOf(desk: DeskId): readonly ActSeat[];
  chartsAt(place: ChartSeat['place']): readonly ChartSeat[];
  readonly searches: readonly SearchSeat[];
}

const MIDDLE = 50;
const byOrder = (one: { readonly order?: number }, other: { readonly order?: number }) =>
  (one.order ?? MIDDLE) - (other.order ?? MIDDLE);

export function createDesks(): Desks {
  const desks = new Map<DeskId, Omit<DeskSeat, 'desk'>>(DESKS.map(({ id }) => [id, {}]));
  const parts: PartSeat[] = [];
  const timelines: TimelineSeat[] = [];
  const searches: SearchSeat[] = [];
  const acts: ActSeat[] = [];
  const charts: ChartSeat[] = [];
  return {
    add(seat) {
      for (const { desk, ...gives } of seat.desks ?? []) {
        const has = desks.get(desk) ?? {};
        refuseTwo(
          Object.keys(gives)
            .filter((name) => name in has)
            .map((name) => `${desk}: ${name}`),
        );
        desks.set(desk, { ...has, ...gives });
      }
      refuseTwo(sameOf(parts, seat.parts));
      refuseTwo(sameOf(acts, seat.acts));
      refuseTwo(sameOf(charts.map(placed), seat.charts?.map(placed)));
      charts.push(...(seat.charts ?? []));
      parts.push(...(seat.parts ?? []));
      timelines.push(...(seat.timelines ?? []));
      searches.push(...(seat.searches ?? []));
      acts.push(...(seat.acts ?? []));
    },
    deskOf: (desk) => desks.get(desk) ?? {},
    partsOf: (desk) => parts.filter((part) => part.desk === desk).toSorted(byOrder),
    timelinesOf: (desk) => timelines.filter((one) => one.desk === desk),
    actsOf: (desk) => acts.filter((act) => act.desk === desk).toSorted(byOrder),
    chartsAt: (place) => charts.filter((one) => one.place === place).toSorted(byOrder),
    searches,
  };
}

const placed = ({ place, id }: ChartSeat): Named => ({ desk: place, id });

interface Named {
  readonly desk: ChartSeat['place'];
  readonly id: string;
}

function sameOf(known: readonly Named[], added: readonly Named[] = []): readonly string[] {
  const names = new Set(known.map(({ desk, id }) => `${desk}: ${id}`));
  return added.map(({ desk, id }) => `${desk}: ${id}`).filter((name) => names.has(name));
}

function refuseTwo(twice: readonly string[]): void {
  if (twice.length > 0) throw new Error(`Two subjects give the same to the back office: ${twice.join(', ')}.`);
}

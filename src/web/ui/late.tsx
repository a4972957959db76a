import { Suspense, lazy, useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { fetchCode } from '#web/fetch-code.ts';
import { Guard, type PartTrouble } from './part.tsx';

export interface LatePlace<P extends object> {
  /** The part itself, where its code is there already. */
  readonly here?: () => ComponentType<P> | null;
  /** Stands there until the code has come. */
  readonly waits?: ReactNode;
  /** Of a dialog: how it is closed. Its trouble is said over the page. */
  readonly close?: (props: P) => void;
  /** Of a part that draws itself elsewhere: where its trouble is said. */
  readonly into?: (props: P) => HTMLElement | null;
  /** There is room for one small button. */
  readonly small?: true;
}

/**
 * A part of a page whose code comes when it is first drawn. Where it does not come, the part says so in its place, with "Load again"; the
 * page around it goes on.
 */
export function late<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  place: LatePlace<P> = {},
): ComponentType<P> {
  const make = () => lazy(() => fetchCode(load));
  let Part = make();
  return function Late(props: P) {
    const [tries, setTries] = useState(0);
    const again = useCallback((trouble: PartTrouble) => {
      // React keeps what came of the first try, so that another one needs another part.
      if (trouble !== 'broken') Part = make();
      setTries((was) => was + 1);
    }, []);
    const { close, into } = place;
    const Shown = place.here?.() ?? Part;
    return (
      <Guard
        key={tries}
        tries={tries}
        onAgain={again}
        small={place.small}
        onClose={close === undefined ? undefined : () => close(props)}
        into={into?.(props)}
      >
        <Suspense fallback={place.waits}>
          <Shown {...props} />
        </Suspense>
      </Guard>
    );
  };
}

import { Suspense, lazy, type ComponentProps } from 'react';

/** The narrowest window that shows any of these panels on the page itself. */
const WIDE = '(min-width: 768px)';

const load = () => import('./wide-panels.ts');
type Panels = Awaited<ReturnType<typeof load>>;

let here: Panels | null = null;

/** In a wide window the panels come before the page wakes, so that it wakes in one piece; a phone does without their weight. */
export async function loadWide(): Promise<void> {
  if (matchMedia(WIDE).matches) here = await load();
}

const LatePairList = lazy(async () => ({ default: (await load()).PairList }));
const LatePredictionPanel = lazy(async () => ({ default: (await load()).PredictionPanel }));

/** The list of pairs beside the chart. */
export function PairList(props: ComponentProps<Panels['PairList']>) {
  const Panel = here?.PairList ?? LatePairList;
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}

/** Open and closed predictions below it. */
export function PredictionPanel(props: ComponentProps<Panels['PredictionPanel']>) {
  const Panel = here?.PredictionPanel ?? LatePredictionPanel;
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}

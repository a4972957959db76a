import { late } from '#web/ui/late.tsx';

/** The narrowest window that shows any of these panels on the page itself. */
const WIDE = '(min-width: 48rem)';

const load = () => import('./wide-panels.ts');
type Panels = Awaited<ReturnType<typeof load>>;

let here: Panels | null = null;

/**
 * In a wide window the panels come before the page wakes, so that it wakes in one piece; a phone does without their weight. Where they do
 * not come the page wakes without them, and they say so in their places.
 */
export async function loadWide(): Promise<void> {
  if (matchMedia(WIDE).matches) here = await load().catch(() => null);
}

/** The list of pairs beside the chart. */
export const PairList = late(async () => ({ default: (await load()).PairList }), {
  here: () => here?.PairList ?? null,
});

/** Open and closed predictions below it. */
export const PredictionPanel = late(async () => ({ default: (await load()).PredictionPanel }), {
  here: () => here?.PredictionPanel ?? null,
});

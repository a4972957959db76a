import { lazy } from 'react';

/** The narrowest window that shows any of these panels on the page itself. */
const WIDE = '(min-width: 768px)';

const load = () => import('./wide-panels.ts');
/** On the server and in wide windows they come with the page, so that what was drawn wakes in one piece; a phone does without their weight. */
const here = import.meta.env.SSR || matchMedia(WIDE).matches ? await load() : null;

/** The list of pairs beside the chart. */
export const PairList = here?.PairList ?? lazy(async () => ({ default: (await load()).PairList }));
/** Open and closed predictions below it. */
export const PredictionPanel = here?.PredictionPanel ?? lazy(async () => ({ default: (await load()).PredictionPanel }));

import uPlot from 'uplot';
import type { ChartHead, ChartTone, OfficeChart } from '#protocol/office/charts.ts';

type Line = OfficeChart['lines'][number];

/** Lines of one chart differ by their dashes too. */
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3]];
const TOKENS: Readonly<Record<ChartTone, string>> = {
  brand: 'brand-text',
  info: 'info',
  up: 'up',
  down: 'down',
  warn: 'warn',
};
const HIGH = 150;
const AXIS_WIDE = 52;

export interface PlotOptions {
  readonly head: ChartHead;
  readonly chart: OfficeChart;
  readonly width: number;
  /** Texts of the axes. */
  readonly label: (label: string) => string;
  readonly value: (value: number) => string;
  /** Which place the pointer is at; null: none. */
  readonly onPlace: (place: number | null) => void;
}

/** Is there a value other than 0? */
export function hasValues({ lines }: OfficeChart): boolean {
  return lines.some(({ values }) => values.some((value) => value !== null && Number(value) !== 0));
}

/** Colours as the page has them now: theme and colour set are attributes of it. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  return (name: string) => style.getPropertyValue(`--color-${name}`).trim() || 'transparent';
}

/** A colour of the page for a line. */
export function toneVariable(tone: ChartTone): string {
  return `var(--color-${TOKENS[tone]})`;
}

/** What a line looks like in a legend: as many dashes as it has. */
export function dashOf(index: number): string {
  return DASHES[index % DASHES.length]?.join(' ') ?? '';
}

/** Places stand at whole numbers from 0: what is written under them comes from the labels. */
export function plotData({ labels, lines }: OfficeChart): uPlot.AlignedData {
  return [labels.map((_label, place) => place), ...lines.map(({ values }) => values.map(numberOf))];
}

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** Settings of a chart: the library draws, and knows nothing of days and money. */
export function plotOptions(options: PlotOptions): uPlot.Options {
  const { head, chart, width, label, value, onPlace } = options;
  const colour = colours();
  const axis = {
    stroke: colour('mut'),
    font: '11px system-ui',
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  };
  const whole = (splits: readonly number[]) =>
    splits.map((split) => (Number.isInteger(split) ? label(chart.labels[split] ?? '') : ''));
  return {
    width,
    height: HIGH,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: head.shape === 'lines' } },
    scales: {
      x: { time: false, range: (_plot, low, high) => [low - 0.5, high + 0.5] },
      y: { range: (_plot, low, high) => [Math.min(0, low), high > 0 ? high * 1.08 : high === 0 && low === 0 ? 1 : 0] },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 64, size: 26, values: (_plot, splits) => whole(splits) },
      { ...axis, size: AXIS_WIDE, space: 34, values: (_plot, splits) => splits.map(value) },
    ],
    series: [{}, ...chart.lines.map((line, index) => seriesOf({ line, index, head, colour }))],
    hooks: { setCursor: [({ cursor: { idx } }) => onPlace(idx ?? null)] },
  };
}

function seriesOf(of: {
  readonly line: Line;
  readonly index: number;
  readonly head: ChartHead;
  readonly colour: (name: string) => string;
}): uPlot.Series {
  const stroke = of.colour(TOKENS[of.line.tone]);
  const bars = of.head.shape === 'bars' ? uPlot.paths.bars?.({ size: [0.72, 28], radius: 0.12 }) : undefined;
  return {
    label: of.line.label,
    stroke,
    width: bars === undefined ? 1.75 : 0,
    points: { show: false },
    dash: [...(DASHES[of.index % DASHES.length] ?? [])],
    ...(bars === undefined ? {} : { paths: bars, fill: stroke }),
  };
}

import type { Palette } from './chart-palette.ts';
import type { SceneMark } from './chart-scene.ts';

/** Where a mark lies in the pane, in CSS pixels. */
export interface Placed {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const FONT = '"Geist Variable", "Geist Fallback", system-ui, sans-serif';

interface MarkStroke {
  readonly mark: SceneMark;
  readonly placed: Placed;
  readonly palette: Palette;
  readonly part: 'zones' | 'lines';
  /** Tags drawn already in this frame. */
  readonly tags: TagBox[];
}

interface TagBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const TAG_HEIGHT = 24;
const TAG_GAP = 3;

/** Draws one prediction: its zones under the price line, or its line, entry point, expiry and tag over it. */
export function drawMark(context: CanvasRenderingContext2D, stroke: MarkStroke): void {
  const { mark } = stroke;
  if (stroke.part === 'zones') {
    if (mark.form === 'line' && mark.result === null && mark.settledEntry === 'solid') drawZones(context, stroke);
    return;
  }
  if (mark.form === 'line') {
    drawEntryLine(context, stroke);
    if (mark.result === null) drawExpiryLine(context, stroke);
  }
  drawEntryPoint(context, stroke);
  if (mark.form === 'line') drawTag(context, stroke);
}

function toneOf({ mark, palette }: MarkStroke): { readonly fill: string; readonly on: string } {
  if (mark.result === 'returned') return { fill: palette.raised, on: palette.text };
  if (mark.result === 'won') return { fill: palette.up, on: palette.onUp };
  if (mark.result === 'lost') return { fill: palette.down, on: palette.onDown };
  return mark.direction === 'UP' ? { fill: palette.up, on: palette.onUp } : { fill: palette.down, on: palette.onDown };
}

/** Gain is a smooth fill on the winning side, loss is hatched on the other: told apart without colour. */
function drawZones(context: CanvasRenderingContext2D, { mark, placed, palette }: MarkStroke): void {
  const { x1, x2, y, height } = placed;
  const width = x2 - x1;
  if (width <= 0) return;
  const winUp = mark.direction === 'UP';
  const reach = Math.min(170, winUp ? y : height - y);
  const win = context.createLinearGradient(0, y, 0, winUp ? y - reach : y + reach);
  win.addColorStop(0, palette.upSoft);
  win.addColorStop(1, 'transparent');
  context.fillStyle = win;
  context.fillRect(x1, winUp ? y - reach : y, width, reach);
  drawHatch(context, {
    x: x1,
    y,
    width,
    depth: Math.min(110, winUp ? height - y : y),
    side: winUp ? 1 : -1,
    colour: palette.downSoft,
  });
}

export function drawHatch(
  context: CanvasRenderingContext2D,
  zone: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly depth: number;
    readonly side: 1 | -1;
    readonly colour: string;
  },
): void {
  const top = zone.side === 1 ? zone.y : zone.y - zone.depth;
  context.save();
  context.beginPath();
  context.rect(zone.x, top, zone.width, zone.depth);
  context.clip();
  const fade = context.createLinearGradient(0, zone.y, 0, zone.y + zone.side * zone.depth);
  fade.addColorStop(0, zone.colour);
  fade.addColorStop(1, 'transparent');
  context.strokeStyle = fade;
  context.lineWidth = 5;
  for (let x = zone.x - zone.depth - 16; x < zone.x + zone.width + 16; x += 15.5) {
    context.beginPath();
    context.moveTo(x, top + zone.depth + 8);
    context.lineTo(x + zone.depth + 16, top - 8);
    context.stroke();
  }
  context.restore();
}

function drawEntryLine(context: CanvasRenderingContext2D, stroke: MarkStroke): void {
  const { placed, mark } = stroke;
  context.save();
  context.strokeStyle = toneOf(stroke).fill;
  context.lineWidth = 1.5;
  if (mark.settledEntry === 'dashed') context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(placed.x1, placed.y);
  context.lineTo(placed.x2, placed.y);
  context.stroke();
  context.restore();
}

function drawExpiryLine(context: CanvasRenderingContext2D, { placed, palette }: MarkStroke): void {
  context.save();
  context.globalAlpha = 0.75;
  context.strokeStyle = palette.mut;
  context.lineWidth = 1.5;
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(placed.x2, 0);
  context.lineTo(placed.x2, placed.height);
  context.stroke();
  context.restore();
}

function drawEntryPoint(context: CanvasRenderingContext2D, stroke: MarkStroke): void {
  context.beginPath();
  context.arc(stroke.placed.x1, stroke.placed.y, 4.5, 0, Math.PI * 2);
  context.fillStyle = stroke.palette.panel;
  context.fill();
  context.strokeStyle = toneOf(stroke).fill;
  context.lineWidth = 2.5;
  context.stroke();
}

/** The mark of the chart library in the lower left corner lies over what is drawn there, px. */
const LIBRARY_MARK = { width: 52, height: 40 } as const;

function drawTag(context: CanvasRenderingContext2D, stroke: MarkStroke): void {
  const { mark, placed } = stroke;
  const tone = toneOf(stroke);
  const arrow = mark.result === null;
  context.font = `640 12px ${FONT}`;
  const width = context.measureText(mark.tag).width + (arrow ? 34 : 18);
  const height = TAG_HEIGHT;
  const before = placed.x1 - 12 - width;
  const start = placed.y + height / 2 > placed.height - LIBRARY_MARK.height ? LIBRARY_MARK.width : 8;
  const x = Math.min(Math.max(start, before >= start ? before : placed.x1 + 12), placed.width - width - 8);
  const y = freeRow(
    Math.min(Math.max(height / 2 + 2, placed.y), placed.height - height / 2 - 2),
    { x, width },
    stroke.tags,
  );
  stroke.tags.push({ x, y, width });
  context.fillStyle = tone.fill;
  context.beginPath();
  context.roundRect(x, y - height / 2, width, height, 7);
  context.fill();
  context.fillStyle = tone.on;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillText(mark.tag, x + (arrow ? 25 : 9), y + 0.5);
  if (arrow) drawArrow(context, { x: x + 14, y, direction: mark.direction, colour: tone.on });
}

/** The wished height, or the next one above where no other tag is. */
function freeRow(
  wished: number,
  tag: { readonly x: number; readonly width: number },
  taken: readonly TagBox[],
): number {
  let y = wished;
  for (let tries = 0; tries < 4; tries += 1) {
    const at = y;
    const hit = taken.find(
      (one) => Math.abs(one.y - at) < TAG_HEIGHT + TAG_GAP && one.x < tag.x + tag.width && tag.x < one.x + one.width,
    );
    if (hit === undefined) return y;
    y = hit.y - TAG_HEIGHT - TAG_GAP;
  }
  return wished;
}

export function drawArrow(
  context: CanvasRenderingContext2D,
  arrow: {
    readonly x: number;
    readonly y: number;
    readonly direction: SceneMark['direction'];
    readonly colour: string;
  },
): void {
  const tip = arrow.direction === 'UP' ? -4.5 : 4.5;
  context.save();
  context.strokeStyle = arrow.colour;
  context.lineWidth = 1.8;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(arrow.x, arrow.y - tip);
  context.lineTo(arrow.x, arrow.y + tip);
  context.moveTo(arrow.x - 4, arrow.y + tip * 0.2);
  context.lineTo(arrow.x, arrow.y + tip);
  context.lineTo(arrow.x + 4, arrow.y + tip * 0.2);
  context.stroke();
  context.restore();
}

interface PillStroke {
  readonly mark: SceneMark;
  readonly pill: NonNullable<SceneMark['pill']>;
  readonly placed: Placed;
  readonly palette: Palette;
  /** Middles of the pills drawn already. */
  readonly taken: readonly number[];
}

/** Countdown with a ring on the expiry line; gives the place it took. In the last 5 s the number turns to full text colour. */
export function drawPill(context: CanvasRenderingContext2D, { pill, placed, palette, taken }: PillStroke): number {
  context.font = `${pill.urgent === 'yes' ? 680 : 640} 14px ${FONT}`;
  const width = context.measureText(pill.text.replace(/\d/g, '0')).width + 48;
  const height = 34;
  const middle = Math.min(Math.max(width / 2 + 8, placed.x2), placed.width - width / 2 - 8);
  const rows = taken.filter((one) => Math.abs(one - middle) < width + 8).length;
  const x = middle - width / 2;
  const y = 12 + rows * (height + 6);
  context.beginPath();
  context.roundRect(x, y, width, height, height / 2);
  context.fillStyle = palette.raised;
  context.fill();
  context.strokeStyle = palette.edge;
  context.lineWidth = 1;
  context.stroke();
  drawRing(context, { x: x + 19, y: y + height / 2, left: pill.left, palette });
  context.fillStyle = pill.urgent === 'yes' ? palette.text : palette.mut;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillText(pill.text, x + 36, y + height / 2 + 0.5);
  return middle;
}

export function drawRing(
  context: CanvasRenderingContext2D,
  ring: { readonly x: number; readonly y: number; readonly left: number; readonly palette: Palette },
): void {
  context.lineWidth = 3;
  context.lineCap = 'round';
  context.strokeStyle = ring.palette.edge;
  context.beginPath();
  context.arc(ring.x, ring.y, 8, 0, Math.PI * 2);
  context.stroke();
  context.strokeStyle = ring.palette.line;
  context.beginPath();
  context.arc(ring.x, ring.y, 8, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * ring.left);
  context.stroke();
}

/** The point where the price stands now. */
export function drawLiveDot(
  context: CanvasRenderingContext2D,
  dot: { readonly x: number; readonly y: number; readonly colour: string },
): void {
  context.fillStyle = dot.colour;
  context.globalAlpha = 0.22;
  context.beginPath();
  context.arc(dot.x, dot.y, 10, 0, Math.PI * 2);
  context.fill();
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(dot.x, dot.y, 5, 0, Math.PI * 2);
  context.fill();
}

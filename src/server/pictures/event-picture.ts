import { box, drawing, drawPicture, PICTURE, type Part } from './draw.ts';

/** What a picture of an event shows. */
export interface EventFacts {
  readonly brand: string;
  /** Where it is found, without its scheme. */
  readonly address: string;
  readonly title: string;
  /** Outcomes with what is thought of each, most first: one where the event is one question. */
  readonly rows: readonly {
    /** null: it is the question itself. */
    readonly name: string | null;
    /** As people read it: `48%`, or how it ended. */
    readonly says: string;
    /** 0 to 1; null: nobody knows. */
    readonly chance: number | null;
  }[];
  readonly dir: 'ltr' | 'rtl';
}

const DARK = { bg: '#090c12', text: '#eef2f8', mut: '#9da9bc', line: '#222b39', bar: '#6e56f8' };
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="#6e56f8"/><path d="M6.5 15.5 10.6 11l3 2.7 4.4-5.4" fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="18" cy="8.2" r="1.9" fill="#fff"/></svg>';
/** Longer ones end in an ellipsis: three lines of a title, one of an outcome. */
const LONGEST = { title: 110, name: 44 } as const;
const SHOWN = 3;
const WIDE = PICTURE.width - 120;

const bold = (size: number) => ({ fontSize: size, WebkitTextStroke: `${size / 36}px ${DARK.text}` });

function shortened(text: string, most: number): string {
  const signs = Array.from(text);
  return signs.length <= most
    ? text
    : `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** The chance of now of an event, to show beside a link. PNG. */
export function drawEvent({ brand, address, title, rows, dir }: EventFacts): Promise<Buffer> {
  const row = dir === 'rtl' ? 'row-reverse' : 'row';
  const side = dir === 'rtl' ? 'flex-end' : 'flex-start';
  // After letters written from the right it would stand at the wrong end of the line.
  const asked = /[\u0590-\u08ff]/u.test(title) ? title.replace(/[?؟.!]+$/u, '') : title;
  const bar = (chance: number): Part =>
    box(
      { width: WIDE, height: 14, borderRadius: 7, background: DARK.line, flexDirection: row },
      box({ width: Math.round(WIDE * chance), height: 14, borderRadius: 7, background: DARK.bar }),
    );
  const line = ({ name, says, chance }: EventFacts['rows'][number]): Part =>
    box(
      { flexDirection: 'column', gap: 10, alignItems: side, width: WIDE },
      box(
        { flexDirection: row, justifyContent: 'space-between', alignItems: 'center', width: WIDE },
        name === null ? null : box({ fontSize: 34, color: DARK.mut }, shortened(name, LONGEST.name)),
        box(bold(name === null ? 92 : 40), says),
      ),
      chance === null ? null : bar(chance),
    );
  return drawPicture(
    box(
      {
        ...PICTURE,
        boxSizing: 'border-box',
        flexDirection: 'column',
        justifyContent: 'space-between',
        alignItems: side,
        padding: 60,
        background: DARK.bg,
        color: DARK.text,
        lineHeight: 1.2,
      },
      box({ flexDirection: row, alignItems: 'center', gap: 16 }, drawing(MARK, 48), box(bold(36), brand)),
      box(
        { ...bold(46), maxWidth: WIDE, textAlign: dir === 'rtl' ? 'right' : 'left' },
        shortened(asked, LONGEST.title),
      ),
      box({ flexDirection: 'column', gap: 20 }, ...rows.slice(0, SHOWN).map(line)),
      box({ fontSize: 26, color: DARK.mut }, address),
    ),
  );
}

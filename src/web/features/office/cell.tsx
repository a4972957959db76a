import { Check, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Cell, OfficeLine } from '#protocol/office/cells.ts';
import { deskPath, type DeskId } from '#protocol/office/desks.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Moment } from '#web/ui/moment.tsx';
import type { KeyValue } from '#web/ui/show/key-values.tsx';
import { Num } from '#web/ui/num.tsx';
import { Chip, type ChipTone } from '#web/ui/states.tsx';

/** From here on a text is read as a sentence, letters. */
const PROSE = 44;

/** A line of a record: its name and value, a long text below its name. */
export function keyValue({ label, value }: OfficeLine): KeyValue {
  const prose = value?.t === 'text' && value.v.length > PROSE;
  return { id: label, label, value: <CellView cell={value} />, prose };
}

const SIGNS: Partial<Record<ChipTone, ReactNode>> = {
  ok: <Check aria-hidden />,
  bad: <CircleAlert aria-hidden />,
  warn: <Clock aria-hidden />,
};
const TONES: Partial<Record<ChipTone, string>> = {
  up: 'text-up',
  down: 'text-down',
  warn: 'text-warn',
  ok: 'text-ok',
  bad: 'text-bad',
};

/** A value of the back office as it is drawn everywhere: in rows, facts and heads. */
export function CellView({ cell }: { readonly cell: Cell }) {
  const formats = useFormats();
  if (cell === null) return <span className="text-faint">–</span>;
  switch (cell.t) {
    case 'text':
      return <bdi className={cx(cell.strong === true && 'font-540 text-text')}>{cell.v}</bdi>;
    case 'code':
      return <Code>{cell.v}</Code>;
    case 'money':
      return <Num className={cx('font-540', TONES[cell.tone ?? 'plain'])}>{formats.money(cell.v)}</Num>;
    case 'number':
      return <Num>{formats.number(cell.v)}</Num>;
    case 'time':
      return <Moment at={Date.parse(cell.v)} className="whitespace-nowrap" />;
    case 'chip':
      return (
        <Chip tone={cell.tone} icon={SIGNS[cell.tone]}>
          {cell.v}
        </Chip>
      );
    case 'picture':
      return cell.media.startsWith('video/') ? (
        <video src={cell.v} controls aria-label={cell.label} className="max-h-[70vh] max-w-full rounded-field">
          <track kind="captions" />
        </video>
      ) : (
        <img src={cell.v} alt={cell.label} className="max-h-[70vh] max-w-full rounded-field" />
      );
    case 'record':
      return (
        <Link
          to={deskPath(cell.desk as DeskId, cell.id)}
          className="font-540 text-brand-text underline-offset-2 hover:underline"
          onClick={(event) => event.stopPropagation()}
        >
          <bdi>{cell.v}</bdi>
        </Link>
      );
  }
}

const SHORT = 13;

/** An id, cut to what tells it from others; whole in its title and when it is copied. */
function Code({ children }: { readonly children: string }) {
  const isUuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(children);
  return (
    <code title={children} translate="no" className="font-mono text-12 text-mut">
      {isUuid ? `${children.slice(0, SHORT)}…` : children}
    </code>
  );
}

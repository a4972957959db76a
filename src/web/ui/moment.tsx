import { useFormats } from '#web/shell-context.ts';
import { cx } from './cx.ts';

/**
 * A moment in the fewest words: its time of day, with the day where that is not today. Kept apart from the text around, in the direction of its
 * words: the name of a month has one, which a figure has not.
 */
export function Moment(props: {
  /** Unix ms. */
  readonly at: number;
  readonly to?: 'second' | 'minute';
  readonly className?: string;
}) {
  const formats = useFormats();
  return (
    <bdi translate="no" className={cx('tabular-nums', props.className)}>
      {props.to === 'minute' ? formats.minute(props.at) : formats.moment(props.at)}
    </bdi>
  );
}

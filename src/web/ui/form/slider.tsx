import { useEffect, useId, useRef, type CSSProperties } from 'react';
import { cx } from '../cx.ts';
import { Num } from '../num.tsx';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  /** The value in words, shown and said aloud. */
  readonly text: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly onChange: (value: number) => void;
  /** The hand lets go, or a key has moved it. */
  readonly onEnd: (value: number) => void;
}

/** A number between two ends, by hand and by keys; it runs the way the language does. */
export function Slider(props: SliderProps) {
  const { label, value, text, min, max, step, disabled = false, onChange, onEnd } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // React's change is the browser's input: the end of a move is told by the browser alone.
  useEffect(() => {
    const track = input.current;
    const ended = () => track !== null && onEnd(track.valueAsNumber);
    track?.addEventListener('change', ended);
    return () => track?.removeEventListener('change', ended);
  }, [onEnd]);
  return (
    <div className={cx('grid gap-1', props.className)}>
      <span className={cx('flex items-baseline justify-between gap-3 text-14', disabled && 'text-faint')}>
        <label htmlFor={id} className="min-w-0 font-540">
          {label}
        </label>
        <Num aria-hidden className="text-13">
          {text}
        </Num>
      </span>
      <input
        ref={input}
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        style={{ '--at': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
        className="slider m-0 h-6 w-full cursor-pointer rounded-chip disabled:cursor-default disabled:opacity-50 pointer-coarse:h-11"
      />
    </div>
  );
}

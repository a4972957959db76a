import { Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { fileFault, typeNames } from './file-check.ts';
import type { FileFault, FileRule } from './file-check.ts';

const MB = 1024 * 1024;

/** Takes a file by drop, paste or choice, and says in a sentence why one is not taken. Nothing is sent here. */
export function FileDrop(props: {
  readonly label: ReactNode;
  readonly rule: FileRule;
  readonly onFile: (file: File) => void;
  /** What the server finds wrong with it. */
  readonly problem?: string | null;
  readonly name?: string;
}) {
  const { t } = useTranslation('kit');
  const { locale } = useShell();
  const { rule, onFile } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<FileFault | null>(null);
  const types = new Intl.ListFormat(LOCALE_FACTS[locale].tag, { type: 'disjunction' }).format(typeNames(rule.types));
  const size = Math.floor(rule.maxBytes / MB);
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    const found = fileFault(file, rule);
    setFault(found);
    if (found === null) onFile(file);
  };
  const { zone, over } = useZone(take);
  const wrong = fault === null ? (props.problem ?? null) : t(`drop.${fault}`, { types, size });
  return (
    <fieldset
      ref={zone}
      aria-labelledby={id}
      data-part={props.name}
      className={cx(
        'grid min-w-0 justify-items-center gap-2 rounded-field p-6 text-center text-13 text-mut outline-dashed outline-1 -outline-offset-1',
        over === 'yes'
          ? 'bg-brand-soft outline-brand-text'
          : wrong === null
            ? 'bg-s2 outline-ctl'
            : 'bg-s2 outline-bad',
      )}
    >
      <p id={id} className="font-540 text-text">
        {props.label}
      </p>
      <Button variant="outline" onClick={() => input.current?.click()} aria-describedby={`${id}-below`}>
        <Upload aria-hidden className="size-4" />
        {t('drop.choose')}
      </Button>
      <p className="pointer-coarse:hidden">{t('drop.or')}</p>
      <p id={`${id}-below`} role={wrong === null ? undefined : 'alert'} className={wrong === null ? '' : 'text-bad'}>
        {wrong ?? t('drop.accepts', { types, size })}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={rule.types.join(',')}
        name={props.name}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </fieldset>
  );
}

/** A place that files are dropped on, or pasted into while something in it has the focus. */
function useZone(take: (file: File | undefined) => void) {
  const zone = useRef<HTMLFieldSetElement>(null);
  const [over, setOver] = useState<'yes' | 'no'>('no');
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const listens = new AbortController();
    const on = <K extends 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      name: K,
      hear: (event: HTMLElementEventMap[K]) => void,
    ) => zone.current?.addEventListener(name, hear, { signal: listens.signal });
    on('dragover', (event) => {
      event.preventDefault();
      setOver('yes');
    });
    on('dragleave', () => setOver('no'));
    on('drop', (event) => {
      event.preventDefault();
      setOver('no');
      latest.current(event.dataTransfer?.files[0]);
    });
    on('paste', (event) => latest.current(event.clipboardData?.files[0]));
    return () => listens.abort();
  }, []);
  return { zone, over };
}

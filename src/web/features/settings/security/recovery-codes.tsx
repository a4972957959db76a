import { Download } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { focusPart } from '#web/ui/focus-part.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { CopyButton } from '../copy-button.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The codes in a sheet of their own, which only their own button closes: a slip of the finger must not lose them. */
export function RecoverySheet(props: RecoveryCodesProps) {
  const { t } = useTranslation('settings');
  return (
    <Sheet open title={t('recovery.title')} description={t('recovery.text')}>
      <RecoveryCodes {...props} />
    </Sheet>
  );
}

/** Ten codes, shown once: copied or saved, and then said to be kept. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('settings');
  const { config } = useShell();
  const [kept, setKept] = useState(false);
  const text = codes.join('\n');
  const save = () => {
    saveFile(
      new Blob([`${text}\n`], { type: 'text/plain' }),
      `${config.brand.toLocaleLowerCase('en')}-recovery-codes.txt`,
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kept) onDone();
    else focusPart(event.currentTarget, 'kept');
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <ul dir="ltr" className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-field bg-s2 p-4 font-mono text-14">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} />
        <Button size="sm" onClick={save}>
          <Download aria-hidden className="size-4" />
          {t('recovery.save')}
        </Button>
      </div>
      <Checkbox name="kept" checked={kept} onChange={setKept} label={t('recovery.kept')} />
      <Button type="submit" variant="primary" size="lg" wide aria-disabled={!kept}>
        {kept ? t('recovery.done') : t('recovery.missing')}
      </Button>
    </form>
  );
}

import { Check, Code, Copy } from 'lucide-react';
import { useState } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { codeOf, embedAddress, embedSnippet } from './embed-code.ts';
import { EMBED_LOOKS, type EmbedTheme } from './themes.ts';

/** Gives the code that shows the event on a page of one’s own. */
export function EmbedButton({ event, className }: { readonly event: EventWire; readonly className: string }) {
  const { t } = useTranslation('alerts');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <Code aria-hidden />
        {t('embed')}
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('embed.title')} description={t('embed.text')}>
        <EmbedPanel event={event} />
      </Sheet>
    </>
  );
}

function EmbedPanel({ event }: { readonly event: EventWire }) {
  const { t } = useTranslation('alerts');
  const { config, locale } = useShell();
  const [theme, setTheme] = useState<EmbedTheme>('auto');
  const [typed, setTyped] = useState('');
  const [copied, setCopied] = useState('');
  const code = codeOf(typed);
  const { slug, title } = event;
  const wish = { origin: config.origins.events, slug, title, locale, theme, code: code ?? '' };
  const snippet = embedSnippet(wish);
  return (
    <div className="grid gap-3">
      <Segments
        label={t('embed.theme')}
        value={theme}
        onChange={setTheme}
        items={EMBED_LOOKS.map((value) => ({ value, label: t(`embed.theme.${value}`) }))}
      />
      <iframe
        src={embedAddress(wish)}
        title={t('embed.preview')}
        loading="lazy"
        className="h-65 w-full rounded-field border-0"
      />
      <Field
        label={t('embed.code')}
        problem={code === null ? t('embed.code.wrong') : null}
        autoComplete="off"
        maxLength={64}
        value={typed}
        onChange={(changed) => setTyped(changed.currentTarget.value)}
      />
      <TextArea label={t('embed.snippet')} dir="ltr" readOnly rows={4} value={snippet} className="text-12" />
      <Button
        variant="primary"
        onClick={() =>
          void navigator.clipboard.writeText(snippet).then(
            () => setCopied(snippet),
            () => setCopied(''),
          )
        }
      >
        {copied === snippet ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
        <span aria-live="polite">{t(copied === snippet ? 'embed.copied' : 'embed.copy')}</span>
      </Button>
    </div>
  );
}

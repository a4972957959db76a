import { Plus, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Switch } from '#web/ui/form/switch.tsx';
import { Panel, PanelBody, PanelRow } from '#web/ui/panel.tsx';
import { Chip, Skeleton } from '#web/ui/states.tsx';
import { AddressSheet } from './address-sheet.tsx';
import { ProveSheet, type Asked } from './prove-sheet.tsx';
import { RemoveSheet } from './remove-sheet.tsx';
import { useBook, useBookChanged, type Book, type Saved } from './use-book.ts';

type Open =
  | { readonly what: 'save'; readonly saved: Saved | null }
  | { readonly what: 'remove'; readonly saved: Saved }
  | { readonly what: 'prove'; readonly saved: Saved; readonly asked: Asked };

/** Addresses for withdrawals, and whether money may go anywhere else. */
export function BookScreen() {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const read = useBook();
  const [open, setOpen] = useState<Open | null>(null);
  const book = read.data;
  if (book === undefined) {
    return read.isError ? (
      <LoadProblem error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton className="h-64" />
    );
  }
  return (
    <>
      <Panel
        title={t('book.title')}
        text={t('book.text', { wait: formats.wait(book.waitMs) })}
        end={
          <Button size="sm" onClick={() => setOpen({ what: 'save', saved: null })}>
            <Plus aria-hidden className="size-4" />
            {t('book.add')}
          </Button>
        }
      >
        {book.items.length === 0 ? (
          <PanelRow icon={<Wallet aria-hidden />} title={t('book.empty')} text={t('book.empty_text')} />
        ) : null}
        {book.items.map((saved) => (
          <Row key={saved.id} saved={saved} book={book} onOpen={setOpen} />
        ))}
      </Panel>
      <SavedOnly book={book} />
      {open?.what === 'save' ? (
        <AddressSheet saved={open.saved} networks={book.networks} onClose={() => setOpen(null)} />
      ) : null}
      {open?.what === 'prove' ? (
        <ProveSheet saved={open.saved} asked={open.asked} onClose={() => setOpen(null)} />
      ) : null}
      {open?.what === 'remove' ? <RemoveSheet saved={open.saved} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Row(props: { readonly saved: Saved; readonly book: Book; readonly onOpen: (open: Open) => void }) {
  const { saved, book, onOpen } = props;
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const usableFrom = Date.parse(saved.usableFrom);
  const network = book.networks.find(({ id }) => id === saved.network)?.name ?? saved.network;
  return (
    <PanelRow
      stack
      icon={<Wallet aria-hidden />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi>{saved.label}</bdi>
          <Chip>{network}</Chip>
          {usableFrom > serverClock.now() ? (
            <Chip tone="warn">{t('book.waits', { until: formats.deadline(usableFrom) })}</Chip>
          ) : null}
          {saved.heldBy === '' ? null : (
            <Chip>
              <bdi>{saved.heldBy}</bdi>
            </Chip>
          )}
          {saved.provedAt === null ? null : (
            <Chip tone="ok">{t('book.proved', { date: formats.date(Date.parse(saved.provedAt)) })}</Chip>
          )}
        </span>
      }
      text={
        <bdi dir="ltr" className="break-all font-mono text-12">
          {saved.tag === '' ? saved.address : `${saved.address} · ${saved.tag}`}
        </bdi>
      }
      end={
        <span className="flex flex-wrap gap-2">
          {saved.heldBy === '' && saved.provedAt === null ? (
            <ProveButton saved={saved} onAsked={(asked) => onOpen({ what: 'prove', saved, asked })} />
          ) : null}
          <Button
            size="sm"
            aria-label={t('book.edit_one', { name: saved.label })}
            onClick={() => onOpen({ what: 'save', saved })}
          >
            {t('book.edit')}
          </Button>
          <Button
            variant="danger"
            size="sm"
            aria-label={t('book.remove_one', { name: saved.label })}
            onClick={() => onOpen({ what: 'remove', saved })}
          >
            {t('book.remove')}
          </Button>
        </span>
      }
    />
  );
}

function ProveButton({ saved, onAsked }: { readonly saved: Saved; readonly onAsked: (asked: Asked) => void }) {
  const { t } = useTranslation('cashier');
  const call = useSend('cashier.beginProof', { toast: 'prove', onDone: onAsked });
  return (
    <Button
      size="sm"
      aria-label={t('book.prove_one', { name: saved.label })}
      aria-disabled={call.busy}
      onClick={() => void call.send({ params: { id: saved.id } })}
    >
      {t('book.prove')}
    </Button>
  );
}

function SavedOnly({ book }: { readonly book: Book }) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const call = useSend('cashier.savedOnly', { toast: 'saved-only', onDone: useBookChanged() });
  const { savedOnly, savedOnlyUntil } = book;
  // On, and ending: what was pressed last is what the switch shows.
  const isOn = savedOnly && savedOnlyUntil === null;
  const says = savedOnlyUntil === null ? t(savedOnly ? 'only.on' : 'only.off') : null;
  return (
    <Panel title={t('only.title')}>
      <PanelBody>
        <Switch
          checked={isOn}
          onChange={(on) => void call.send({ body: { on } })}
          label={says ?? t('only.ends', { until: formats.deadline(Date.parse(savedOnlyUntil ?? '')) })}
        />
      </PanelBody>
    </Panel>
  );
}

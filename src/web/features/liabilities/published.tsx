import type { LiabilitiesWire } from '#protocol/proofs/liabilities.ts';
import type { Keys } from '#web/i18n/types.d.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Num } from '#web/ui/num.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { unitsText } from '#verify/liabilities/units-text.ts';

export type Snapshot = LiabilitiesWire['items'][number];

interface Row {
  readonly id: string;
  readonly name: Keys<'liabilities'>;
  /** What distinguishes accounts of this kind; empty: all of them. */
  readonly ref: string;
  readonly asset: string;
  /** Whole number of the smallest unit. */
  readonly total: string;
}

/** Kinds of accounts that stand beside the trees; any other is told as such. */
const KINDS = [
  'market_pool',
  'market_fees',
  'treasury_hot',
  'treasury_deposit',
  'treasury_transit',
  'treasury_cold',
  'psp_clearing',
  'bank',
] as const;

function nameOf(kind: string): Row['name'] {
  const known = KINDS.find((one) => one === kind);
  return `kind.${known ?? 'other'}`;
}

function rowsOf(totals: Snapshot['pools']): readonly Row[] {
  return totals.map(({ asset, kind, ref, total }) => ({
    id: `${kind} ${ref} ${asset}`,
    name: nameOf(kind),
    ref,
    asset,
    total,
  }));
}

function groupsOf({ trees, pools, held }: Snapshot) {
  const owed = trees.map(({ asset, of, total }): Row => ({
    id: `${of} ${asset}`,
    name: `owed.${of}`,
    ref: '',
    asset,
    total,
  }));
  return [
    { id: 'owed', rows: owed },
    { id: 'pools', rows: rowsOf(pools) },
    { id: 'held', rows: rowsOf(held) },
  ] as const;
}

/** Of each asset that the rows have, in their order. */
function sumsOf(rows: readonly Row[]): readonly (readonly [string, bigint])[] {
  const sums = new Map<string, bigint>();
  for (const { asset, total } of rows) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(total));
  return [...sums];
}

/** What is published of one moment: the same for everybody, whoever asks. */
export function Published({ snapshot }: { readonly snapshot: Snapshot }) {
  const { t } = useTranslation('liabilities');
  const formats = useFormats();
  const { no, at, hash } = snapshot;
  const scales = new Map<string, number>(snapshot.trees.map(({ asset, scale }) => [asset, scale] as const));
  const amount = (asset: string, units: bigint | string) => {
    const scale = scales.get(asset) ?? COIN_SCALE;
    return `${formats.price(unitsText(units, scale), scale)} ${asset}`;
  };
  return (
    <section className="card overflow-hidden" aria-labelledby="published">
      <h2 id="published" className="px-4 pt-4 text-18 font-620 tracking-[-.012em] md:px-5 md:pt-5">
        {t('published', { no: formats.number(no) })}
      </h2>
      <p className="px-4 pb-3 text-13 text-mut md:px-5">
        {t('published.at', { time: formats.deadline(Date.parse(at)) })}
      </p>
      <Table
        plain
        caption={t('published', { no: formats.number(no) })}
        head={
          <tr className="vh">
            <Th>{t('col.account')}</Th>
            <Th end>{t('col.total')}</Th>
          </tr>
        }
      >
        {groupsOf(snapshot)
          .filter(({ rows }) => rows.length > 0)
          .flatMap(({ id, rows }) => [
            <Group key={id} id={id} sums={sumsOf(rows).map(([asset, sum]) => amount(asset, sum))} />,
            ...rows.map((row) => (
              <tr key={`${id} ${row.id}`}>
                <Td className="whitespace-normal! text-mut md:first:ps-5">
                  {t(row.name)}
                  {row.ref === '' ? null : (
                    <span className="block text-12 text-faint">
                      <bdi dir="ltr">{row.ref}</bdi>
                    </span>
                  )}
                </Td>
                <Td end className="align-top md:last:pe-5">
                  <Num>{amount(row.asset, row.total)}</Num>
                </Td>
              </tr>
            )),
          ])}
      </Table>
      <p className="border-t border-line px-4 py-3 text-13 text-mut md:px-5">
        {t('fingerprint')}
        <bdi dir="ltr" translate="no" className="mt-0.5 block text-12 break-all text-text select-all">
          {hash}
        </bdi>
      </p>
    </section>
  );
}

/** Digits of a coin of which nobody is owed anything: the trees name those of the others. */
const COIN_SCALE = 8;

/** Head of a few rows, with what they add up to. */
function Group({ id, sums }: { readonly id: 'owed' | 'pools' | 'held'; readonly sums: readonly string[] }) {
  const { t } = useTranslation('liabilities');
  return (
    <tr className="bg-s2">
      <th scope="rowgroup" colSpan={2} className="border-t border-line px-4 py-2.5 text-start md:px-5">
        <span className="flex flex-wrap justify-between gap-x-4 text-14 font-620">
          {t(`group.${id}`)}{' '}
          <span className="ms-auto text-end">
            {sums.map((sum) => (
              <Num key={sum} className="block">
                {sum}{' '}
              </Num>
            ))}
          </span>
        </span>
        <span className="block text-12 font-450 text-mut text-pretty">{t(`group.${id}.text`)}</span>
      </th>
    </tr>
  );
}

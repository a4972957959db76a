import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Num } from '#web/ui/num.tsx';
import { Chip } from '#web/ui/states.tsx';
import { DirectionTag } from './direction-tag.tsx';
import { useRowState, type OpenListProps, type RowProps } from './open-state.tsx';

/** The phone's line above the ticket: the prediction that ends next. */
export function NextToClose(props: OpenListProps & { readonly onOpen: () => void; readonly chevron: ReactNode }) {
  const { t } = useTranslation('trading');
  const prediction = props.predictions[0];
  const pair = prediction === undefined ? undefined : props.pairs.get(prediction.pair);
  if (prediction === undefined || pair === undefined) return null;
  return (
    <button
      type="button"
      onClick={props.onOpen}
      className="mx-3 mt-2.5 flex h-11 min-w-0 items-center gap-2.5 rounded-field bg-s2 px-3 text-13 max-[22.4375rem]:gap-1.5 max-[22.4375rem]:px-2 roomy:hidden"
    >
      <NextLine prediction={prediction} pair={pair} list={props} />
      {props.predictions.length > 1 ? <Chip className="bg-s3!">+{props.predictions.length - 1}</Chip> : null}
      {props.chevron}
      <span className="vh">{t('open.all')}</span>
    </button>
  );
}

function NextLine({ prediction, pair, list }: RowProps) {
  const formats = useFormats();
  const state = useRowState(prediction, pair, list);
  return (
    <>
      <DirectionTag direction={prediction.direction} />
      <Num as="b">{formats.own(prediction.stakeStr)}</Num>
      <Num className="text-mut">{state.left}</Num>
      <span className="flex-1" />
      {state.outlook}
    </>
  );
}

import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { Drawer, Sheet } from '#web/ui/sheet.tsx';
import type { DeskState, Shown } from './desk-parts.tsx';
import { FundsSheet } from './funds-sheet.tsx';
import { PairList, type PairListProps } from './pair-list.tsx';
import { PredictionPanel, type PredictionPanelProps } from './prediction-panel.tsx';
import { RealSheet } from './real-sheet.tsx';
import { RefusalSheet } from './refusal-sheet.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

export interface OverlayProps {
  readonly desk: DeskState;
  readonly pair: PairWire;
  readonly list: PairListProps;
  readonly panel: PredictionPanelProps;
  readonly shown: Shown;
  readonly onShow: (part: Partial<Shown>) => void;
}

/** Drawers and sheets of the screen. */
export default function Overlays({ desk, pair, list, panel, shown, onShow: show }: OverlayProps) {
  return (
    <>
      <PairDrawer list={list} open={shown.list} onOpen={(next) => show({ list: next })} />
      <PredictionSheet {...panel} shown={shown.predictions} onShown={(next) => show({ predictions: next })} />
      <ShortcutsSheet
        open={shown.keys}
        onOpenChange={(next) => show({ keys: next })}
        state={desk.choices.choices.keys}
        onState={desk.choices.setKeys}
      />
      <FundsSheet
        open={desk.funds.open}
        onOpenChange={desk.funds.onOpenChange}
        stake={desk.funds.stake}
        cash={desk.funds.cash}
        realm={desk.realm}
        minStake={pair.minStake}
        onRefill={desk.refill}
        onFit={desk.ticket.setAmount}
      />
      <RealSheet open={shown.real} onOpenChange={(next) => show({ real: next })} />
      <RefusalSheet refusal={desk.refusal} onClose={desk.closeRefusal} />
    </>
  );
}

/** The list of pairs where it has no column of its own. */
function PairDrawer(props: {
  readonly list: PairListProps;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}) {
  const { t } = useTranslation('trading');
  return (
    <Drawer open={props.open} onOpenChange={props.onOpen} title={t('pairs.choose')}>
      <PairList
        {...props.list}
        onSelect={(id) => {
          props.list.onSelect(id);
          props.onOpen(false);
        }}
      />
    </Drawer>
  );
}

/** The panel below the chart, where phones have no place for it. */
function PredictionSheet(
  props: PredictionPanelProps & { readonly shown: boolean; readonly onShown: (shown: boolean) => void },
) {
  const { t } = useTranslation('trading');
  const { shown, onShown, ...panel } = props;
  const choose = (id: string) => {
    panel.open.onSelect(id);
    onShown(false);
  };
  return (
    <Sheet open={shown} onOpenChange={onShown} title={t('tabs.label')}>
      <PredictionPanel {...panel} open={{ ...panel.open, onSelect: choose }} />
    </Sheet>
  );
}

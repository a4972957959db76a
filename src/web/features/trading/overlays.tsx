import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { Drawer, Sheet } from '#web/ui/sheet.tsx';
import type { QuickTrading, Shown } from './quick-trading-parts.tsx';
import { FundsSheet } from './ticket/funds-sheet.tsx';
import { PairList, type PairListProps } from './pairs/pair-list.tsx';
import { PredictionPanel, type PredictionPanelProps } from './positions/prediction-panel.tsx';
import { RealSheet } from './ticket/real-sheet.tsx';
import { RefusalSheet } from './ticket/refusal-sheet.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

export interface OverlayProps {
  readonly quick: QuickTrading;
  readonly pair: PairWire;
  readonly list: PairListProps;
  readonly panel: PredictionPanelProps;
  readonly shown: Shown;
  readonly onShow: (part: Partial<Shown>) => void;
}

/** Drawers and sheets of the screen. */
export default function Overlays({ quick, pair, list, panel, shown, onShow: show }: OverlayProps) {
  return (
    <>
      <PairDrawer list={list} open={shown.list} onOpen={(next) => show({ list: next })} />
      <PredictionSheet {...panel} shown={shown.predictions} onShown={(next) => show({ predictions: next })} />
      <ShortcutsSheet
        open={shown.keys}
        onOpenChange={(next) => show({ keys: next })}
        state={quick.choices.choices.keys}
        onState={quick.choices.setKeys}
      />
      <FundsSheet
        open={quick.funds.open}
        onOpenChange={quick.funds.onOpenChange}
        stake={quick.funds.stake}
        cash={quick.funds.cash}
        realm={quick.realm}
        minStake={pair.minStake}
        onRefill={quick.refill}
        onFit={quick.ticket.setAmount}
      />
      <RealSheet open={shown.real} onOpenChange={(next) => show({ real: next })} />
      <RefusalSheet refusal={quick.refusal} onClose={quick.closeRefusal} />
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
      <PredictionPanel {...panel} keepsEnded open={{ ...panel.open, onSelect: choose }} />
    </Sheet>
  );
}

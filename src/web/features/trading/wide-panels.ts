export { PairList } from './pairs/pair-list.tsx';
export { PredictionPanel } from './positions/prediction-panel.tsx';

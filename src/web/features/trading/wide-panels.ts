export { PairList } from './pair-list.tsx';
export { PredictionPanel } from './prediction-panel.tsx';

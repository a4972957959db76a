export { askEngine, createBoard, EngineAway, toPairWire } from './board.ts';
export type { Board } from './board.ts';

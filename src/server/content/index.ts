export { askEngine, COMMAND_PATIENCE_MS, createBoard, EngineAway, toPairWire } from './board.ts';
export type { Board } from './board.ts';

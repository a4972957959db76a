// `npm start`: one process from here on, so that a signal to npm reaches the server.
import { prepare } from './prepare.mjs';

prepare();
await import('../build/server/start.js');

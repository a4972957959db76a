/**
 * Calls `gone` when the shell that npm started us in has ended: npm hands a signal to that shell only, which dies
 * without a word, and we would run on unseen. Started without npm, nobody is watched.
 */
export function watchLauncher(
  gone: () => void,
  { env = process.env, ppid = () => process.ppid, everyMs = 300 } = {},
): () => void {
  if (env['npm_lifecycle_event'] === undefined) return () => undefined;
  const launcher = ppid();
  const timer = setInterval(() => {
    if (ppid() === launcher) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

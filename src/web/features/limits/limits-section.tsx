import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { BreakPanel } from './break-panel.tsx';
import { ExclusionPanel } from './exclusion-panel.tsx';
import { HouseNote } from './house-note.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { PauseNote } from './pause-note.tsx';
import { RealityPanel } from './reality-panel.tsx';
import { DayPanel, ResultTiles } from './result-panel.tsx';
import { useLimits } from './use-limits.ts';

/** The settings of responsible trading. */
export function LimitsSection() {
  const { data, error, isError, refetch } = useLimits();
  if (data === undefined) return isError ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return (
    <div className="grid gap-4">
      <PauseNote limits={data} />
      <HouseNote house={data.house} />
      <ResultTiles />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1.42fr)_minmax(0,1fr)] xl:items-start">
        <div className="grid min-w-0 gap-4">
          <LimitsPanel limits={data} />
          <DayPanel />
        </div>
        <div className="grid min-w-0 gap-4">
          <RealityPanel limits={data} />
          <BreakPanel limits={data} />
          <ExclusionPanel limits={data} />
        </div>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid gap-4" aria-busy>
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}

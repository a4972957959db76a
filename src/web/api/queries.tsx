import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from './api-error.ts';

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a list says that it could not be loaded, and is loaded when the network is back; it does not wait in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        staleTime: 5_000,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiError) || error.unknownOutcome || error.status >= 500),
      },
      // Nor is what was pressed sent later, when nobody expects it.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** For pages that read lists. The trading screen does without, and without its weight. */
export function QueriesProvider({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(makeQueryClient);
  useEffect(() => {
    // Shown again as it was left, a page may be of hours ago.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void queries.invalidateQueries();
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, [queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

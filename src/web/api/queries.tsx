import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from './api-error.ts';

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        staleTime: 5_000,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiError) || error.unknownOutcome || error.status >= 500),
      },
      mutations: { retry: false },
    },
  });
}

/** For pages that read lists. The trading screen does without, and without its weight. */
export function QueriesProvider({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(makeQueryClient);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

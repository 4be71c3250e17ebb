// Shows loaded data, or that it is loading, could not be loaded, or is empty. `LateNotice` says whether it is stale.

import type { ReactNode } from 'react'
import { requestMessage } from '../http/request-failed.ts'
import { ErrorState } from '../ui/feedback/states.tsx'
import type { LiveView } from './live-types.ts'

type LoadedProps<Data> = Pick<Parameters<typeof ErrorState>[0], 'compact' | 'heading' | 'retryLabel'> & {
  view: LiveView<Data>
  /** What is shown until the first response. */
  loading: ReactNode
  /** The title of the failure of the first load; default: its message. */
  failed?: string
  /** The text of a failure about which the server says nothing; default: `failedText` of the definition, or that it cannot be reached. */
  advice?: string
  /** What is shown instead of data without anything in it. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ view, loading, failed, advice, empty, children, ...look }: LoadedProps<Data>) {
  if (view.state === 'loading') return loading
  if (view.state === 'failed')
    return (
      <ErrorState {...look} title={failed ?? view.message} onRetry={view.reload}>
        {failed === undefined ? undefined : view.message || (advice ?? requestMessage(view.error))}
      </ErrorState>
    )
  return view.state === 'empty' && empty !== undefined ? empty : children(view.data)
}

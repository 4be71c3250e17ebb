// Shows loaded data, or that it is loading, could not be loaded, is gone or is empty. `LateNotice` says whether it is stale.

import type { ComponentProps, ReactNode } from 'react'
import { isNotFound, requestMessage } from '../http/request-failed.ts'
import { usePageTitle } from '../navigation/router.ts'
import { Card } from '../ui/display/card.tsx'
import { EmptyState } from '../ui/feedback/states.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import type { LiveView } from './live-types.ts'

type LoadedProps<Data> = Pick<ComponentProps<typeof ErrorState>, 'compact' | 'heading' | 'retryLabel'> & {
  view: LiveView<Data>
  /** What is shown until the first response. */
  loading: ReactNode
  /** The title of the failure of the first load; default: its message. */
  failed?: string
  /** The text of a failure about which the server says nothing; default: `failedText` of the definition, or that it cannot be reached. */
  advice?: string
  /** What is shown if there is no such thing; default: the failure. */
  gone?: ComponentProps<typeof EmptyState>
  /** Puts a failure in a card of its own. */
  inCard?: boolean
  /** What is shown instead of data without anything in it. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({
  view,
  loading,
  failed,
  advice,
  gone,
  inCard = false,
  empty,
  children,
  ...look
}: LoadedProps<Data>) {
  if (view.state === 'loading') return loading
  if (view.state !== 'failed')
    return view.state === 'empty' && empty !== undefined ? empty : children(view.data)
  const failure =
    gone && isNotFound(view.error) ? (
      <EmptyState {...gone} />
    ) : (
      <ErrorState {...look} title={failed ?? view.message} onRetry={view.reload}>
        {failed === undefined ? undefined : view.message || (advice ?? requestMessage(view.error))}
      </ErrorState>
    )
  return inCard ? <Card>{failure}</Card> : failure
}

type LoadedThingProps<Data> = LoadedProps<Data> & { nameOf: (data: Data) => string }

/** `Loaded` for the one thing that an address names. The browser tab has its name, or says that it is gone or could not be loaded. */
export function LoadedThing<Data>({ nameOf, ...props }: LoadedThingProps<Data>) {
  const { view, gone, failed } = props
  const failure = isNotFound(view.error) ? gone?.title : failed
  usePageTitle(view.state === 'failed' ? failure : view.data && nameOf(view.data))
  return <Loaded {...props} />
}

import { lazy, Suspense } from 'react'
import type { ComponentProps } from 'react'
import type { Dialog } from './dialog.tsx'

const LoadedDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }))

/** A dialog whose script is loaded when it opens for the first time. */
export const LazyDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense fallback={null}>{props.open && <LoadedDialog {...props} />}</Suspense>
)

import { paths } from './paths.ts'
import { ErrorState } from '../shared/ui/feedback/states.tsx'
import layout from '../shared/styles/layout.module.css'

/** Shown when a screen fails to load, usually because a new release replaced its chunk. Reloading the page fixes that. */
export const ErrorScreen = () => (
  <main className={layout.page}>
    <ErrorState
      title="This screen could not be shown"
      retryLabel="Load the page again"
      onRetry={() => location.reload()}
    >
      The product may have been updated while you had it open. <a href={paths.landing}>Go to the start</a>
    </ErrorState>
  </main>
)

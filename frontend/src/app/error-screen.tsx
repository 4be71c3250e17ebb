import { paths } from './paths.ts'
import { ErrorState } from '../shared/ui/feedback/states.tsx'
import layout from '../shared/styles/layout.module.css'

/** Shown when a screen fails to load, usually because a new release replaced its chunk. Reloading the page fixes that. */
export const ErrorScreen = () => (
  <main className={layout.page}>
    <ErrorState
      title="This page could not be loaded"
      retryLabel="Reload the page"
      onRetry={() => location.reload()}
    >
      Thirty may have been updated while you had it open. <a href={paths.landing}>Go to the start page</a>
    </ErrorState>
  </main>
)

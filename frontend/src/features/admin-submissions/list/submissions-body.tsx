import { ErrorState, EmptyState, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { SkeletonRows } from '../../../shared/ui/feedback/skeleton.tsx'
import { loadErrorMessage } from './load-error-message.ts'
import { ReviewLayout } from '../review/review-layout.tsx'
import type { SubmissionFilter } from '../submission-filter.ts'
import { ArrivalsBar } from './submission-rows.tsx'
import { useSubmissions } from '../submissions-store.ts'
import css from './submissions-body.module.css'

type SubmissionsBodyProps = {
  /** Id of the project that the URL links to. */
  pointedAt: string | null
  onClear: () => void
}

export const SubmissionsBody = ({ pointedAt, onClear }: SubmissionsBodyProps) => {
  const { list: view, filter, load: open } = useSubmissions()
  switch (view.state) {
    case 'loading':
      return (
        <div className={css.plate}>
          <SkeletonRows words="Loading submissions" />
        </div>
      )
    case 'failed': {
      const { title, detail } = loadErrorMessage(view.error)
      return (
        <div className={css.plate}>
          <ErrorState title={title} onRetry={() => void open(filter)}>
            {detail}
          </ErrorState>
        </div>
      )
    }
    case 'ready':
      if (view.projects.length > 0) return <ReviewLayout projects={view.projects} pointedAt={pointedAt} />
      return (
        <div className={css.plate}>
          <ArrivalsBar />
          <Nothing filtered={isNarrowed(filter)} onClear={onClear} />
        </div>
      )
  }
}

const isNarrowed = ({ search, status, user }: SubmissionFilter): boolean =>
  search !== '' || status !== 'all' || user !== undefined

const Nothing = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? (
    <NoMatches title="No submission matches" onClear={onClear} />
  ) : (
    <EmptyState title="No submissions yet">What participants hand in appears here at once.</EmptyState>
  )

import { ErrorState, EmptyState, NoMatch } from '../../shared/ui/states.tsx'
import { SkeletonRows } from '../../shared/ui/skeleton.tsx'
import { loadFailure } from './load-failure.ts'
import { ReviewDesk } from './review-desk.tsx'
import type { SubmissionFilter } from './submission-filter.ts'
import { Arrivals } from './submission-rows.tsx'
import { useSubmissions } from './submissions-store.ts'
import css from './submissions-body.module.css'

type SubmissionsBodyProps = {
  /** Id of the project that the address points at. */
  pointedAt: string | null
  onClear: () => void
}

export const SubmissionsBody = ({ pointedAt, onClear }: SubmissionsBodyProps) => {
  const { view, filter, open } = useSubmissions()
  switch (view.state) {
    case 'loading':
      return (
        <div className={css.plate}>
          <SkeletonRows words="Loading submissions" />
        </div>
      )
    case 'failed': {
      const { title, detail } = loadFailure(view.error)
      return (
        <div className={css.plate}>
          <ErrorState title={title} onRetry={() => void open(filter)}>
            {detail}
          </ErrorState>
        </div>
      )
    }
    case 'ready':
      if (view.projects.length > 0) return <ReviewDesk projects={view.projects} pointedAt={pointedAt} />
      return (
        <div className={css.plate}>
          <Arrivals />
          <Nothing filtered={isNarrowed(filter)} onClear={onClear} />
        </div>
      )
  }
}

const isNarrowed = ({ search, status, user }: SubmissionFilter): boolean =>
  search !== '' || status !== 'all' || user !== undefined

const Nothing = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? (
    <NoMatch title="No submission matches" onClear={onClear} />
  ) : (
    <EmptyState title="No submissions yet">What participants hand in appears here at once.</EmptyState>
  )

import { ErrorState, EmptyState, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { SkeletonRows } from '../../../shared/ui/feedback/skeleton.tsx'
import { loadErrorMessage } from './load-error-message.ts'
import { ReviewLayout } from '../review/review-layout.tsx'
import type { SubmissionFilter } from '../submission-filter.ts'
import { ArrivalsBar } from './submission-rows.tsx'
import { submissionsStore } from '../submissions-store.ts'
import { t } from '../messages/t.ts'
import css from './submissions-body.module.css'

type SubmissionsBodyProps = {
  /** Id of the project that the URL links to. */
  linkedProjectId: string | null
  onClear: () => void
}

export const SubmissionsBody = ({ linkedProjectId, onClear }: SubmissionsBodyProps) => {
  const { view, key: filter } = submissionsStore.use()
  switch (view.state) {
    case 'loading':
      return (
        <div className={css.plate}>
          <SkeletonRows label={t('loading')} />
        </div>
      )
    case 'failed': {
      const { title, detail } = loadErrorMessage(view.error)
      return (
        <div className={css.plate}>
          <ErrorState title={title} onRetry={() => void submissionsStore.load(filter)}>
            {detail}
          </ErrorState>
        </div>
      )
    }
    case 'ready':
      if (view.data.projects.length > 0)
        return <ReviewLayout projects={view.data.projects} linkedProjectId={linkedProjectId} />
      return (
        <div className={css.plate}>
          <ArrivalsBar />
          <NoSubmissions isFiltered={hasFilter(filter)} onClear={onClear} />
        </div>
      )
  }
}

const hasFilter = ({ search, status, userId }: SubmissionFilter): boolean =>
  search !== '' || status !== 'all' || userId !== undefined

const NoSubmissions = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NoMatches title={t('noMatch')} onClear={onClear} />
  ) : (
    <EmptyState title={t('none')}>{t('newAppearHere')}</EmptyState>
  )

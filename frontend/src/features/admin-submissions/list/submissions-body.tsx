// The submissions of the filter, or why they are not shown: loading, failed, or none.

import { ErrorState, EmptyState, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { SkeletonRows } from '../../../shared/ui/feedback/skeleton.tsx'
import { submissionsErrorTexts } from './submissions-error-texts.ts'
import { ReviewLayout } from '../review/review-layout.tsx'
import type { SubmissionFilter } from '../submission-filter.ts'
import { ArrivalsBar } from './submission-rows.tsx'
import { useSubmissionFilter, useSubmissions } from '../submissions-data.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './submissions-body.module.css'

type SubmissionsBodyProps = {
  /** Id of the project that the URL links to. */
  linkedProjectId: string | null
  onClear: () => void
}

export const SubmissionsBody = ({ linkedProjectId, onClear }: SubmissionsBodyProps) => {
  const filter = useSubmissionFilter()
  const view = useSubmissions()
  if (view.state === 'ready')
    return (
      <ReviewLayout
        key={JSON.stringify(filter)}
        projects={view.data.projects}
        linkedProjectId={linkedProjectId}
      />
    )
  const failure = view.state === 'failed' ? submissionsErrorTexts(view.error) : undefined
  return (
    <div className={css.plate}>
      {view.state === 'loading' && <SkeletonRows label={t('common.loadingSubmissions')} />}
      {failure && (
        <ErrorState title={failure.title} onRetry={view.reload}>
          {failure.detail}
        </ErrorState>
      )}
      {view.state === 'empty' && (
        <>
          <ArrivalsBar />
          <NoSubmissions isFiltered={hasFilter(filter)} onClear={onClear} />
        </>
      )}
    </div>
  )
}

const hasFilter = ({ search, status, userId }: SubmissionFilter): boolean =>
  search !== '' || status !== 'all' || userId !== undefined

const NoSubmissions = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NoMatches title={t('adminSubmissions.noMatch')} onClear={onClear} />
  ) : (
    <EmptyState title={t('adminSubmissions.none')}>{t('common.newAppearHere')}</EmptyState>
  )

// The screen of submissions, for admins to approve or reject: filters, order and export, above the live list (`review/review-layout.tsx`).

import { useEffect } from 'react'
import { Link, useSearchParams, paths, usePageTitle } from '../../shared/navigation/router.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { CalibrationBanner } from '../../shared/judging/own-judging.tsx'
import { useClaims } from '../../shared/reviews/claims.tsx'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLast } from '../../shared/live/live-data.ts'
import { FilterGroup } from '../../shared/ui/controls/segments.tsx'
import { AdminPage, RefreshButton } from '../../shared/ui/page/page.tsx'
import { useChangedParameters } from '../../shared/ui/table/table-query.tsx'
import { EmptyState, Loaded, NoMatches, SkeletonRows } from '../../shared/ui/feedback/states.tsx'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { followLeaving, toastFailure } from './review/reviews.tsx'
import { ReviewLayout } from './review/review-layout.tsx'
import { ArrivalsBar, ShortcutHints } from './list/submission-rows.tsx'
import {
  canSort,
  followSubmissions,
  submissions,
  useSubmissionFilter,
  useSubmissions,
} from './submissions-data.ts'
import { clearSelection, keepListed } from './selection/selection.ts'
import { t, formatName } from '../../shared/i18n/t.ts'
import css from './submissions-screen.module.css'

export const SubmissionsScreen = () => {
  const [, changeParameters] = useChangedParameters()
  const filter = useSubmissionFilter()
  const { status, search, sort, userId } = filter
  const view = useSubmissions()

  useEffect(() => followSubmissions(filter), [filter])
  useEffect(() => clearSelection, [])
  useEffect(() => view.data && keepListed(view.data.projects), [view.data])
  // They decide which submission to review next.
  useClaims()
  useEffect(followLeaving, [])

  return (
    <AdminPage
      title={t('common.submissions')}
      note={t('adminSubmissions.about')}
      actions={
        <>
          <LiveConnectionPill view={view} subject={t('common.listSubject')} />
          <RefreshList />
          <ExportButtons
            kind="projects"
            query={{
              search: search || undefined,
              status: status === 'all' ? undefined : status,
              user: userId,
            }}
          />
        </>
      }
    >
      <CalibrationBanner />
      <div className={css.tools}>
        {/* The counts depend on these two alone. */}
        <StatusFilter key={`${userId ?? ''} ${search}`} />
        {canSort(status, userId) && (
          <FilterGroup
            label={t('common.sort')}
            value={sort ?? 'newest'}
            onValueChange={(next) => changeParameters({ sort: next === 'newest' ? '' : next, page: '' })}
            options={[
              { value: 'newest', label: t('adminSubmissions.newestFirst') },
              { value: 'waiting', label: t('adminSubmissions.longestWaiting') },
            ]}
          />
        )}
        <ShortcutHints />
      </div>
      {search !== '' && (
        <p className={css.search} role="status">
          {t.rich('adminSubmissions.submissionsThatMatch', { search })}
        </p>
      )}
      {userId !== undefined && <ParticipantFilter userId={userId} />}
      <Submissions />
    </AdminPage>
  )
}

/** The submissions of the filter, or why they are not shown: loading, failed, or none. */
const Submissions = () => {
  const [, setQuery] = useSearchParams()
  const filter = useSubmissionFilter()
  const view = useSubmissions()
  if (view.state === 'ready') return <ReviewLayout key={JSON.stringify(filter)} list={view.data} />
  const isFiltered = filter.search !== '' || filter.status !== 'all' || filter.userId !== undefined
  return (
    <div className={css.plate}>
      <Loaded
        view={view}
        loading={<SkeletonRows label={t('common.loadingSubmissions')} />}
        failed={failedTitle(view.error)}
      >
        {() => (
          <>
            <ArrivalsBar />
            {isFiltered ? (
              <NoMatches title={t('adminSubmissions.noMatch')} onClear={() => setQuery({})} />
            ) : (
              <EmptyState title={t('adminSubmissions.none')} text={t('common.newAppearHere')} />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

const failedTitle = (error: unknown): string =>
  error instanceof RequestFailed && error.status > 0
    ? t('common.submissionsFailed')
    : t('adminSubmissions.couldNotLoad')

/** The participant that the list is filtered by, with a link to all submissions. */
const ParticipantFilter = ({ userId }: { userId: string }) => {
  const name = useSubmissions().data?.projects.find((project) => project.user._id === userId)?.user.fullName
  usePageTitle(name === undefined ? undefined : t('adminSubmissions.titleOfOne', { name: formatName(name) }))
  return (
    <p className={css.search} role="status">
      {t.rich('adminSubmissions.submissionsOf', {
        name: name === undefined ? t('adminSubmissions.oneParticipant') : formatName(name),
        link: (text) => <Link to={paths.admin.submissions}>{text}</Link>,
      })}
    </p>
  )
}

const StatusFilter = () => {
  const [, changeParameters] = useChangedParameters()
  // They do not depend on the status, so they stay while the list of another one is loading.
  const counts = useLast(useSubmissions().data?.counts)
  return (
    <FilterGroup
      label={t('common.status')}
      value={useSubmissionFilter().status}
      onValueChange={(next) =>
        changeParameters({ status: next === 'all' ? '' : next, page: '', project: '' })
      }
      options={[
        { value: 'all', label: t('common.all'), count: counts?.all },
        { value: 'submitted', label: t('common.pending'), count: counts?.submitted },
        { value: 'approved', label: t('common.approved'), count: counts?.approved },
        { value: 'rejected', label: t('common.rejected'), count: counts?.rejected },
      ]}
    />
  )
}

/** Reloads the list; the current rows stay if that fails. */
const RefreshList = () => {
  const entry = submissions.at(useSubmissionFilter())
  const refresh = async () => {
    const { error: before } = entry.getState()
    await entry.refresh()
    const { data, error } = entry.getState()
    // Without a list, the screen says it in its place. A refresh that another load has replaced, or that was left, has no outcome.
    if (error === undefined || error === before || data === undefined) return
    toastFailure(failedTitle(error), refresh, 'refresh')
  }
  return <RefreshButton refresh={refresh} />
}

// The live list of submissions, for admins to approve or reject.

import { useEffect, type ReactNode } from 'react'
import { Link, useSearchParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { formatName } from '../../shared/format/format-name.ts'
import { CalibrationBanner } from '../../shared/judging/judging-notes.tsx'
import { followClaims } from '../../shared/reviews/claims.tsx'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { useLast } from '../../shared/live/live-data.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { FilterGroup } from '../../shared/ui/controls/segments.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { followLeaving } from './review/delayed-approvals.tsx'
import { ShortcutHints } from './review/shortcut-hints.tsx'
import { canSort, withSort, withStatusFilter, type SubmissionFilter } from './submission-filter.ts'
import { SubmissionsBody } from './list/submissions-body.tsx'
import { followSubmissions, submissions, useSubmissionFilter, useSubmissions } from './submissions-data.ts'
import { clearSelection } from './selection/selection-store.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './submissions-screen.module.css'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { RefreshButton } from '../../shared/ui/page/refresh-button.tsx'
import { submissionsErrorTexts } from './list/submissions-error-texts.ts'

export const SubmissionsScreen = () => {
  const [query, setQuery] = useSearchParams()
  const filter = useSubmissionFilter()
  const { status, search, sort, userId } = filter
  const view = useSubmissions()

  useEffect(() => followSubmissions(filter), [filter])
  useEffect(() => clearSelection, [])
  useEffect(followClaims, [])
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
              ...(search !== '' && { search }),
              ...(status !== 'all' && { status }),
              ...(userId !== undefined && { user: userId }),
            }}
          />
        </>
      }
    >
      <CalibrationBanner />
      <div className={css.tools}>
        <StatusFilter
          // The counts depend on these two alone.
          key={`${userId ?? ''} ${search}`}
          status={status}
          onChange={(next) => setQuery(withStatusFilter(query, next))}
        />
        {canSort(status, userId) && (
          <FilterGroup
            label={t('common.sort')}
            value={sort ?? 'newest'}
            onValueChange={(next) => setQuery(withSort(query, next))}
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
          {t.rich('adminSubmissions.submissionsThatMatch', { search, strong })}
        </p>
      )}
      {userId !== undefined && <ParticipantFilter userId={userId} />}
      <SubmissionsBody linkedProjectId={query.get('project')} onClear={() => setQuery({})} />
    </AdminPage>
  )
}

const strong = (text: ReactNode) => <strong dir="auto">{text}</strong>

/** The participant that the list is filtered by, with a link to all submissions. */
const ParticipantFilter = ({ userId }: { userId: string }) => {
  const name = useSubmissions().data?.projects.find((project) => project.user._id === userId)?.user.fullName
  usePageTitle(name === undefined ? undefined : t('adminSubmissions.titleOfOne', { name: formatName(name) }))
  return (
    <p className={css.search} role="status">
      {t.rich('adminSubmissions.submissionsOf', {
        name: name === undefined ? t('adminSubmissions.oneParticipant') : formatName(name),
        strong,
        link: (text) => <Link to={paths.admin.submissions}>{text}</Link>,
      })}
    </p>
  )
}

type StatusFilterProps = {
  status: SubmissionFilter['status']
  onChange: (status: SubmissionFilter['status']) => void
}

const StatusFilter = ({ status, onChange }: StatusFilterProps) => {
  // They do not depend on the status, so they stay while the list of another one is loading.
  const counts = useLast(useSubmissions().data?.counts)
  return (
    <FilterGroup
      label={t('common.status')}
      value={status}
      onValueChange={onChange}
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
  const { data } = useSubmissions()
  const refresh = (): Promise<unknown> =>
    submissions.refresh().catch((error: unknown) => {
      // Without a list, the screen says it in its place.
      if (data === undefined) return
      toast({
        id: 'refresh',
        kind: 'error',
        text: submissionsErrorTexts(error).title,
        action: { label: t('common.retry'), onPress: () => void refresh() },
      })
    })
  return <RefreshButton refresh={refresh} />
}

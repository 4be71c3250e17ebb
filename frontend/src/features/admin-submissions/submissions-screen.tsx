import { useEffect, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { formatName } from '../../shared/format/format-name.ts'
import { CalibrationBanner } from '../../shared/judging/calibration-banner.tsx'
import { followClaims } from '../../shared/reviews/claims.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { FilterGroup } from '../../shared/ui/controls/filter-group.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { followLeaving } from './review/delayed-approvals.tsx'
import { ShortcutHints } from './review/shortcut-hints.tsx'
import { canSort, parseFilter, withSort, withStatusFilter } from './submission-filter.ts'
import type { LoadedSubmissions } from './submission-list.ts'
import { SubmissionsBody } from './list/submissions-body.tsx'
import { followSubmissions } from './follow-submissions.ts'
import { submissionsStore, useSubmissionList } from './submissions-store.ts'
import { t } from './messages/t.ts'
import css from './submissions-screen.module.css'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { RefreshButton } from '../../shared/ui/page/refresh-button.tsx'
import { loadErrorMessage } from './list/load-error-message.ts'

/** The live list of submissions, for admins to approve or reject. */
export const SubmissionsScreen = () => {
  const [query, setQuery] = useSearchParams()
  const { status, search, sort, userId } = parseFilter(query)
  const hasFailed = submissionsStore.use((store) => store.view.state === 'failed')
  const load = () => void submissionsStore.load({ status, search, sort, userId })

  useEffect(followSubmissions, [])
  useEffect(followClaims, [])
  useEffect(followLeaving, [])
  useEffect(
    () => void submissionsStore.load({ status, search, sort, userId }),
    [status, search, sort, userId],
  )

  return (
    <AdminPage
      title={t('submissions')}
      note={t('about')}
      actions={
        <>
          <LiveConnectionPill
            store={submissionsStore}
            subject={t('listSubject')}
            onRetry={hasFailed ? load : undefined}
          />
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
        <StatusFilter status={status} onChange={(next) => setQuery(withStatusFilter(query, next))} />
        {canSort(status, userId) && (
          <FilterGroup
            label={t('sort')}
            value={sort ?? 'newest'}
            onValueChange={(next) => setQuery(withSort(query, next))}
            options={[
              { value: 'newest', label: t('newestFirst') },
              { value: 'waiting', label: t('longestWaiting') },
            ]}
          />
        )}
        <ShortcutHints />
      </div>
      {search !== '' && (
        <p className={css.search} role="status">
          {t.rich('submissionsThatMatch', { search, strong })}
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
  const name = useSubmissionList()?.projects.find((project) => project.user._id === userId)?.user.fullName
  usePageTitle(name === undefined ? undefined : t('titleOfOne', { name: formatName(name) }))
  return (
    <p className={css.search} role="status">
      {t.rich('submissionsOf', {
        name: name === undefined ? t('oneParticipant') : formatName(name),
        strong,
        link: (text) => <Link to={paths.admin.submissions}>{text}</Link>,
      })}
    </p>
  )
}

/** Returns the counts, which do not depend on the status: they stay while the list of another status is loading. */
function useCounts(): LoadedSubmissions['counts'] | undefined {
  const counts = useSubmissionList()?.counts
  const scope = submissionsStore.use(({ key }) => `${key.userId ?? ''} ${key.search}`)
  const [last, setLast] = useState({ scope, counts })
  if (counts !== undefined && (last.counts !== counts || last.scope !== scope)) setLast({ scope, counts })
  return counts ?? (last.scope === scope ? last.counts : undefined)
}

type StatusFilterProps = {
  status: ReturnType<typeof parseFilter>['status']
  onChange: (status: ReturnType<typeof parseFilter>['status']) => void
}

const StatusFilter = ({ status, onChange }: StatusFilterProps) => {
  const counts = useCounts()
  return (
    <FilterGroup
      label={t('status')}
      value={status}
      onValueChange={onChange}
      options={[
        { value: 'all', label: t('all'), count: counts?.all },
        { value: 'submitted', label: t('pending'), count: counts?.submitted },
        { value: 'approved', label: t('approved'), count: counts?.approved },
        { value: 'rejected', label: t('rejected'), count: counts?.rejected },
      ]}
    />
  )
}

/** Reloads the list; the current rows stay if that fails. */
const RefreshList = () => {
  const refresh = async () => {
    const { view, key: filter } = submissionsStore.getState()
    if (view.state === 'failed') return submissionsStore.load(filter)
    return submissionsStore.refresh().catch((error: unknown) =>
      toast({
        id: 'refresh',
        kind: 'error',
        text: loadErrorMessage(error).title,
        action: { label: t('retry'), onPress: () => void refresh() },
      }),
    )
  }
  return <RefreshButton refresh={refresh} />
}

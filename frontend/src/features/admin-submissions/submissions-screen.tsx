import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { FilterGroup } from '../../shared/ui/controls/filter-group.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { RefreshButton } from './list/refresh-button.tsx'
import { ShortcutHints } from './review/shortcut-hints.tsx'
import { parseFilter, withStatusFilter } from './submission-filter.ts'
import type { LoadedSubmissions } from './submission-list.ts'
import { SubmissionsBody } from './list/submissions-body.tsx'
import { followSubmissions } from './follow-submissions.ts'
import { submissionsStore, useSubmissionList } from './submissions-store.ts'
import css from './submissions-screen.module.css'

/** The live list of submissions, for admins to approve or reject. */
export const SubmissionsScreen = () => {
  const [query, setQuery] = useSearchParams()
  const { status, search, userId } = parseFilter(query)
  const hasFailed = submissionsStore.use((store) => store.view.state === 'failed')
  const load = () => void submissionsStore.load({ status, search, userId })

  useEffect(followSubmissions, [])
  useEffect(() => void submissionsStore.load({ status, search, userId }), [status, search, userId])

  return (
    <AdminPage
      title="Submissions"
      actions={
        <>
          <LiveConnectionPill
            store={submissionsStore}
            subject="list"
            onRetry={hasFailed ? load : undefined}
          />
          <RefreshButton />
        </>
      }
    >
      <div className={css.tools}>
        <StatusFilter status={status} onChange={(next) => setQuery(withStatusFilter(query, next))} />
        <ShortcutHints />
      </div>
      {search !== '' && (
        <p className={css.search} role="status">
          Showing submissions that match <strong>{search}</strong>
        </p>
      )}
      {userId !== undefined && <ParticipantFilter userId={userId} />}
      <SubmissionsBody linkedProjectId={query.get('project')} onClear={() => setQuery({})} />
    </AdminPage>
  )
}

/** The participant that the list is filtered by, with a link to all submissions. */
const ParticipantFilter = ({ userId }: { userId: string }) => {
  const name = useSubmissionList()?.projects.find((project) => project.user._id === userId)?.user.fullName
  return (
    <p className={css.search} role="status">
      Showing submissions of <strong>{name ?? 'one participant'}</strong>
      {'. '}
      <Link to={paths.admin.submissions}>Show all</Link>
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
      label="Status"
      value={status}
      onValueChange={onChange}
      options={[
        { value: 'all', label: 'All', count: counts?.all },
        { value: 'submitted', label: 'Pending', count: counts?.submitted },
        { value: 'approved', label: 'Approved', count: counts?.approved },
        { value: 'rejected', label: 'Rejected', count: counts?.rejected },
      ]}
    />
  )
}

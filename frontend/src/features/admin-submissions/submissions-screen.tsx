import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { FilterGroup } from '../../shared/ui/controls/filter-group.tsx'
import layout from '../../shared/styles/layout.module.css'
import { RefreshButton } from './list/refresh-button.tsx'
import { ShortcutHints } from './review/shortcut-hints.tsx'
import { parseFilter, withStatusFilter } from './submission-filter.ts'
import { SubmissionsBody } from './list/submissions-body.tsx'
import { followSubmissions } from './follow-submissions.ts'
import { useSubmissions } from './submissions-store.ts'
import css from './submissions-screen.module.css'

/** The live list of submissions, for admins to approve or reject. */
export const SubmissionsScreen = () => {
  const [query, setQuery] = useSearchParams()
  const { status, search, userId } = parseFilter(query)
  const load = useSubmissions((store) => store.load)
  const hasFailed = useSubmissions((store) => store.list.state === 'failed')

  useEffect(() => void load({ status, search, userId }), [load, status, search, userId])
  useEffect(followSubmissions, [])

  return (
    <div className={`${layout.admin} ${css.screen}`}>
      <header className={css.head}>
        <h1>Submissions</h1>
        <LiveConnectionPill
          subject="list"
          onRetry={hasFailed ? () => void load({ status, search, userId }) : undefined}
        />
        <RefreshButton />
      </header>
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
    </div>
  )
}

/** The participant that the list is filtered by, with a link to all submissions. */
const ParticipantFilter = ({ userId }: { userId: string }) => {
  const name = useSubmissions(({ list }) =>
    list.state === 'ready'
      ? list.projects.find((project) => project.user._id === userId)?.user.fullName
      : undefined,
  )
  return (
    <p className={css.search} role="status">
      Showing submissions of <strong>{name ?? 'one participant'}</strong>
      {'. '}
      <Link to={paths.admin.submissions}>Show all</Link>
    </p>
  )
}

type StatusFilterProps = {
  status: ReturnType<typeof parseFilter>['status']
  onChange: (status: ReturnType<typeof parseFilter>['status']) => void
}

const StatusFilter = ({ status, onChange }: StatusFilterProps) => {
  const counts = useSubmissions((store) => store.counts)
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

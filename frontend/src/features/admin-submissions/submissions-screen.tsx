import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { LivePill } from '../../shared/live-pill.tsx'
import { FilterGroup } from '../../shared/ui/filter-group.tsx'
import layout from '../../shared/styles/layout.module.css'
import { RefreshButton } from './refresh-button.tsx'
import { ShortcutHints } from './shortcut-hints.tsx'
import { filterOf, withStatus } from './submission-filter.ts'
import { SubmissionsBody } from './submissions-body.tsx'
import { followSubmissions } from './follow-submissions.ts'
import { useSubmissions } from './submissions-store.ts'
import css from './submissions-screen.module.css'

/** What participants have handed in, for admins to approve or reject while it comes in. */
export const SubmissionsScreen = () => {
  const [address, setAddress] = useSearchParams()
  const { status, search, user } = filterOf(address)
  const open = useSubmissions((store) => store.open)
  const failed = useSubmissions((store) => store.view.state === 'failed')

  useEffect(() => void open({ status, search, user }), [open, status, search, user])
  useEffect(followSubmissions, [])

  return (
    <div className={`${layout.admin} ${css.screen}`}>
      <header className={css.head}>
        <h1>Submissions</h1>
        <LivePill subject="list" onRetry={failed ? () => void open({ status, search, user }) : undefined} />
        <RefreshButton />
      </header>
      <div className={css.tools}>
        <StatusFilter status={status} onChange={(next) => setAddress(withStatus(address, next))} />
        <ShortcutHints />
      </div>
      {search !== '' && (
        <p className={css.search} role="status">
          Showing submissions that match <strong>{search}</strong>
        </p>
      )}
      {user !== undefined && <OfParticipant user={user} />}
      <SubmissionsBody pointedAt={address.get('project')} onClear={() => setAddress({})} />
    </div>
  )
}

/** Whose submissions they are, and the way back to everybody's. */
const OfParticipant = ({ user }: { user: string }) => {
  const name = useSubmissions(({ view }) =>
    view.state === 'ready'
      ? view.projects.find((project) => project.user._id === user)?.user.fullName
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
  status: ReturnType<typeof filterOf>['status']
  onChange: (status: ReturnType<typeof filterOf>['status']) => void
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

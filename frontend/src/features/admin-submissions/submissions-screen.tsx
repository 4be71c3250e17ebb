import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
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
  const { status, search } = filterOf(address)
  const open = useSubmissions((store) => store.open)
  const failed = useSubmissions((store) => store.view.state === 'failed')

  useEffect(() => void open({ status, search }), [open, status, search])
  useEffect(followSubmissions, [])

  return (
    <div className={`${layout.admin} ${css.screen}`}>
      <header className={css.head}>
        <h1>Submissions</h1>
        <LivePill subject="list" onRetry={failed ? () => void open({ status, search }) : undefined} />
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
      <SubmissionsBody pointedAt={address.get('project')} onClear={() => setAddress({})} />
    </div>
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

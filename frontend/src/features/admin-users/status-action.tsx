import type { Person } from '@thirty/contracts/api/accounts/people.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { ConfirmedButton } from '../../shared/ui/dialog/confirmed-button.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { setUserStatus } from './users-store.ts'

/** The buttons that activate or deactivate an account, after a confirmation. Admins cannot deactivate themselves. */
export const StatusAction = ({ user }: { user: Person }) =>
  user._id !== ownUserId() && (
    <>
      {user.status !== 'active' && <Change user={user} to="active" />}
      {user.status !== 'inactive' && <Change user={user} to="inactive" />}
    </>
  )

const Change = ({ user, to }: { user: Person; to: keyof typeof changes }) => {
  const { label, done, kind, participant, admin } = changes[to]
  const change = async () => {
    await setUserStatus(user, to)
    toast({ kind: 'success', text: `${user.fullName} ${done}` })
  }
  return (
    <ConfirmedButton
      size="small"
      kind={kind}
      isDangerous={to === 'inactive'}
      label={label}
      title={`${label} ${user.fullName}?`}
      description={user.isAdmin ? admin : participant}
      failureText="The status was not changed. Please try again."
      run={change}
    />
  )
}

const changes = {
  active: {
    label: 'Activate',
    done: 'activated',
    kind: 'approve-outline',
    participant: 'They can log in, submit projects and appear on the leaderboard.',
    admin: 'They can log in and use the admin area.',
  },
  inactive: {
    label: 'Deactivate',
    done: 'deactivated',
    kind: 'danger-outline',
    participant:
      'They are logged out, leave the leaderboard and can’t log in until you activate the account. Their projects and points stay.',
    admin: 'They are logged out and can’t log in until you activate the account.',
  },
} as const

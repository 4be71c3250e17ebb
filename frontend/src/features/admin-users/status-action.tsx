import { useState } from 'react'
import type { Person } from '@thirty/contracts/api/accounts/people.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
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

const Change = ({ user, to }: { user: Person; to: 'active' | 'inactive' }) => {
  const [dialog, setDialog] = useState<{ busy: boolean; error?: string }>()
  const isActivation = to === 'active'
  const label = isActivation ? 'Activate' : 'Deactivate'
  const confirm = async () => {
    setDialog({ busy: true })
    try {
      await setUserStatus(user, to)
    } catch (error) {
      return setDialog({
        busy: false,
        error: errorMessage(error, 'The status was not changed. Please try again.'),
      })
    }
    setDialog(undefined)
    toast({
      kind: 'success',
      text: (
        <>
          <strong>{user.fullName}</strong> {isActivation ? 'activated' : 'deactivated'}
        </>
      ),
    })
  }
  return (
    <>
      <Button
        size="small"
        kind={isActivation ? 'approve-outline' : 'danger-outline'}
        onClick={() => setDialog({ busy: false })}
      >
        {label}
      </Button>
      <AlertDialog
        open={dialog !== undefined}
        onOpenChange={() => setDialog(undefined)}
        kind={isActivation ? 'plain' : 'danger'}
        title={`${label} ${user.fullName}?`}
        description={descriptions[to][user.isAdmin ? 'admin' : 'participant']}
        confirmLabel={label}
        onConfirm={() => void confirm()}
        busy={dialog?.busy}
        error={dialog?.error}
      />
    </>
  )
}

const descriptions = {
  active: {
    participant: 'They can log in, submit projects and appear on the leaderboard.',
    admin: 'They can log in and use the admin area.',
  },
  inactive: {
    participant:
      'They are logged out, leave the leaderboard and can’t log in until you activate the account. Their projects and points stay.',
    admin: 'They are logged out and can’t log in until you activate the account.',
  },
}

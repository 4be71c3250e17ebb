import type { Person } from '@thirty/contracts/accounts/people-api.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { ConfirmedButton } from '../../shared/ui/dialog/request-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { setUserStatus } from './users-data.ts'
import { t } from '../../shared/i18n/t.ts'

/** The buttons that activate or deactivate an account, after a confirmation. Admins cannot deactivate themselves. */
export const StatusAction = ({ user }: { user: Person }) =>
  user._id !== ownUserId() && (
    <>
      {user.status !== 'active' && <Change user={user} to="active" />}
      {user.status !== 'inactive' && <Change user={user} to="inactive" />}
    </>
  )

const Change = ({ user, to }: { user: Person; to: keyof typeof changes }) => {
  const { label, question, done, kind, participant, admin } = changes[to]
  const { fullName: name } = user
  const change = async () => {
    await setUserStatus(user, to)
    toast({ kind: 'success', text: done(name) })
  }
  return (
    <ConfirmedButton
      size="small"
      kind={kind}
      isDangerous={to === 'inactive'}
      label={label}
      title={question(name)}
      description={user.isAdmin ? admin : participant}
      failureText={t('adminUsers.statusNotChanged')}
      run={change}
    />
  )
}

const changes = {
  active: {
    label: t('adminUsers.activate'),
    question: (name: string) => t('adminUsers.activateQuestion', { name }),
    done: (name: string) => t('adminUsers.activated', { name }),
    kind: 'approve-outline',
    participant: t('adminUsers.activateParticipant'),
    admin: t('adminUsers.activateAdmin'),
  },
  inactive: {
    label: t('adminUsers.deactivate'),
    question: (name: string) => t('adminUsers.deactivateQuestion', { name }),
    done: (name: string) => t('adminUsers.deactivated', { name }),
    kind: 'danger-outline',
    participant: t('adminUsers.deactivateParticipant'),
    admin: t('adminUsers.deactivateAdmin'),
  },
} as const

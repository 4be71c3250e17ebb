// The sign-up by an invitation: who invites to which role and until when, and the form of a new admin.

import type { InvitationFacts } from '@thirty/contracts/team/api.ts'
import { useNavigate } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { request } from '../../shared/http/http.ts'
import { formatName } from '../../shared/format/format-name.ts'
import { useSession } from '../../shared/session/session.ts'
import { roleDescriptions, roleLabels } from '../../shared/team/permissions.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { AdminSignUpForm, emptySignUp } from './admin-sign-up-form.tsx'
import { t } from '../../shared/i18n/t.ts'

type InvitedSignUpProps = {
  token: string
  invitation: InvitationFacts
  /** The invitation has ended in the meantime. */
  onOver: () => void
}

export const InvitedSignUp = ({ token, invitation, onOver }: InvitedSignUpProps) => {
  const signIn = useSession((store) => store.signIn)
  const navigate = useNavigate()
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).invitedSignUpForm,
    defaultValues: emptySignUp,
    failureText: t('adminAccounts.acceptFailed'),
    send: (values) =>
      request('POST', '/api/auth/invitations/accept', { body: { ...values, token }, area: 'none' }),
    onFailure: ({ code }) => {
      if (code === 'invitation-over') onOver()
    },
    onDone: (response) => {
      signIn('admin', response)
      void navigate(paths.admin.home, { replace: true })
    },
  })
  const { role, invitedBy, expiresAt } = invitation
  return (
    <AdminAuthLayout title={t('common.invitation')}>
      {role !== null && (
        <p>
          <span>
            {t.rich('adminAccounts.invitationText', {
              name: formatName(invitedBy ?? ''),
              role: roleLabels[role],
              description: roleDescriptions[role],
            })}
          </span>{' '}
          {expiresAt !== null && (
            <span>
              {t.rich('adminAccounts.invitationUntil', {
                time: () => <Time at={expiresAt} exact="minute" />,
              })}
            </span>
          )}
        </p>
      )}
      <AdminSignUpForm
        form={form}
        hasKey={false}
        submitLabel={t('adminAccounts.acceptInvitation')}
        busyText={t('adminAccounts.accepting')}
      />
    </AdminAuthLayout>
  )
}

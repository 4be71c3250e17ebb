import type { InvitationFacts } from '@thirty/contracts/team/api.ts'
import { useNavigate } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatName } from '../../shared/format/format-name.ts'
import { useSession } from '../../shared/session/session.ts'
import { roleDescriptions, roleLabels } from '../../shared/team/role-texts.ts'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { acceptInvitation } from './api.ts'
import { SignUpFields } from './sign-up-fields.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'

const defaultValues = {
  fullName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  adminKey: '',
}

type InvitedSignUpProps = {
  token: string
  invitation: InvitationFacts
  /** The invitation has ended in the meantime. */
  onOver: () => void
}

/** Who invites to what until when, and the form for a new admin. */
export const InvitedSignUp = ({ token, invitation, onOver }: InvitedSignUpProps) => {
  const signIn = useSession((store) => store.signIn)
  const navigate = useNavigate()
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).invitedSignUpForm,
    defaultValues,
    failureText: t('adminAccounts.acceptFailed'),
    send: (request) => acceptInvitation({ ...request, token }),
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
              b: (text) => <b>{text}</b>,
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
      <form className={layout.stack20} {...form.props}>
        <FormMessages form={form} />
        <SignUpFields form={form} hasKey={false} />
        <SubmitButton form={form} size="large" wide busyText={t('adminAccounts.accepting')}>
          {t('adminAccounts.acceptInvitation')}
        </SubmitButton>
      </form>
    </AdminAuthLayout>
  )
}

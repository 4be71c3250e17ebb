// The sign-up of admins: with the registration key of this installation, and with a link that invites to the team. An invited visitor signs
// up with the same form without the key; a logged-in user must log out first, because an invitation makes a new account; other links say why
// they do not work.

import type { InvitationFacts } from '@thirty/contracts/team/api.ts'
import { KeyRound } from 'lucide-react'
import { Link, useNavigate, paths } from '../../shared/navigation/router.ts'
import { request } from '../../shared/http/http.ts'
import { useSession } from '../../shared/session/session.ts'
import { useForm, FormMessages, SubmitButton } from '../../shared/ui/forms/use-form.tsx'
import { emptySignUp, SignUpFields } from '../../shared/account/account-fields.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { roleDescriptions, roleLabels } from '../../shared/team/permissions.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { AdminAuthLayout } from './admin-log-in-screens.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './admin-accounts.module.css'

export const AdminSignUpScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const form = useForm({
    schema: async () => (await import('../../shared/account/account-schemas.ts')).adminSignUpForm,
    defaultValues: { ...emptySignUp, adminKey: '' },
    failureText: t('adminAccounts.registrationFailed'),
    send: (body) => request('POST', '/api/auth/admin-signup', { body, token: null }),
    onDone: (response) => signIn('admin', response),
  })

  return (
    <AdminAuthLayout title={t('adminAccounts.register')}>
      <form className={layout.stack20} {...form.props}>
        <FormMessages form={form} />
        <SignUpFields form={form} isAdmin />
        <Field
          {...form.text('adminKey')}
          label={t('adminAccounts.adminKey')}
          icon={<KeyRound />}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('adminAccounts.adminKeyHint')}
        />
        <SubmitButton form={form} size="large" wide busyText={t('adminAccounts.registering')}>
          {t('adminAccounts.register')}
        </SubmitButton>
      </form>
      <p className={css.foot}>
        <Link to={paths.admin.logIn}>{t('adminAccounts.logInAsAdmin')}</Link>
        <Link to={paths.logIn}>{t('adminAccounts.participantLogIn')}</Link>
      </p>
    </AdminAuthLayout>
  )
}

/** What an invitation is for, by token; `unknown` for a token that never existed. */
const invitationOf = liveData<InvitationFacts | { state: 'unknown' }, string>({
  load: async (token, signal) => {
    try {
      const body = { token }
      return (await request('POST', '/api/auth/invitations/check', { body, token: null, signal })).invitation
    } catch (error) {
      if (error instanceof RequestFailed && error.code === 'invitation-not-found') return { state: 'unknown' }
      throw error
    }
  },
  isAlwaysFresh: true,
})

export const InvitationScreen = () => {
  const token = useLinkQuery(paths.admin.invitation).get('token')
  return token === null ? <Notice of={notices.incomplete} /> : <CheckedInvitation token={token} />
}

const CheckedInvitation = ({ token }: { token: string }) => {
  const session = useSession((store) => store.session)
  const { state, data: invitation, message, reload } = useLiveData(invitationOf, token)
  if (state === 'failed' || state === 'loading' || session.kind === 'checking')
    return (
      <AdminAuthLayout title={t('common.invitation')}>
        {state === 'failed' ? (
          <ErrorState compact heading="h2" title={t('adminAccounts.invitationCheckFailed')} onRetry={reload}>
            {message}
          </ErrorState>
        ) : (
          <SkeletonMenu count={2} label={t('adminAccounts.invitationLoading')} />
        )}
      </AdminAuthLayout>
    )
  if (invitation.state !== 'open') return <Notice of={notices[invitation.state]} />
  if (session.kind !== 'visitor')
    return <SignedIn name={session.user.fullName} isAdmin={session.user.isAdmin} />
  return <InvitedSignUp token={token} invitation={invitation} onOver={reload} />
}

const notices = {
  incomplete: [t('common.linkIsIncomplete'), t('adminAccounts.invitationIncompleteText')],
  used: [t('adminAccounts.invitationUsedTitle'), t('adminAccounts.invitationUsedText')],
  expired: [t('adminAccounts.invitationExpiredTitle'), t('adminAccounts.invitationExpiredText')],
  revoked: [t('adminAccounts.invitationRevokedTitle'), t('adminAccounts.invitationExpiredText')],
  void: [t('adminAccounts.invitationVoidTitle'), t('adminAccounts.invitationVoidText')],
  unknown: [t('adminAccounts.invitationUnknownTitle'), t('adminAccounts.invitationUnknownText')],
} as const

const Notice = ({ of: [title, text] }: { of: readonly [title: string, text: string] }) => (
  <AdminAuthLayout title={title}>
    <div className={layout.stack20}>
      <p>{text}</p>
      <ButtonLink to={paths.admin.logIn} kind="primary" size="large" wide>
        {t('adminAccounts.logInAsAdmin')}
      </ButtonLink>
    </div>
    <p className={css.foot}>
      <Link to={paths.landing}>{t('adminAccounts.toStart')}</Link>
    </p>
  </AdminAuthLayout>
)

const SignedIn = ({ name, isAdmin }: { name: string; isAdmin: boolean }) => {
  const logOut = useSession((store) => store.logOut)
  return (
    <AdminAuthLayout title={t('adminAccounts.signedInTitle', { name: formatName(name) })}>
      <div className={layout.stack20}>
        <p>{isAdmin ? t('adminAccounts.signedInAdmin') : t('adminAccounts.signedInParticipant')}</p>
        <Button kind="primary" size="large" wide onClick={logOut}>
          {t('adminAccounts.logOutAndGoOn')}
        </Button>
        <ButtonLink to={isAdmin ? paths.admin.home : paths.dashboard} size="large" wide>
          {t('adminAccounts.toStart')}
        </ButtonLink>
      </div>
    </AdminAuthLayout>
  )
}

type InvitedSignUpProps = {
  token: string
  invitation: InvitationFacts
  /** The invitation has ended in the meantime. */
  onOver: () => void
}

/** The sign-up by an invitation: who invites to which role and until when, and the form of a new admin. */
const InvitedSignUp = ({ token, invitation, onOver }: InvitedSignUpProps) => {
  const signIn = useSession((store) => store.signIn)
  const navigate = useNavigate()
  const form = useForm({
    schema: async () => (await import('../../shared/account/account-schemas.ts')).invitedSignUpForm,
    defaultValues: emptySignUp,
    failureText: t('adminAccounts.acceptFailed'),
    send: (values) =>
      request('POST', '/api/auth/invitations/accept', { body: { ...values, token }, token: null }),
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
      <form className={layout.stack20} {...form.props}>
        <FormMessages form={form} />
        <SignUpFields form={form} isAdmin />
        <SubmitButton form={form} size="large" wide busyText={t('adminAccounts.accepting')}>
          {t('adminAccounts.acceptInvitation')}
        </SubmitButton>
      </form>
    </AdminAuthLayout>
  )
}

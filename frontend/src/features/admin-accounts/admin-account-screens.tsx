// The screens of admins outside the admin area, in a card on the dark background: the login, by password with its second step or by passkey,
// which refuses accounts without admin rights; what replaces the admin area while the account is pending; and the sign-up, with the
// registration key of this installation or with a link that invites to the team. An invited visitor signs up with the same form without the
// key; a logged-in user must log out first, because an invitation makes a new account; other links say why they do not work.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import { pendingAccountText } from '@thirty/contracts/endpoints/access.ts'
import type { InvitationFacts } from '@thirty/contracts/team/api.ts'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { plannedDays } from '../../shared/challenge/day-marks.ts'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import {
  emptySignUp,
  LogInFields,
  type SecondFactor,
  SignUpFields,
  typedEmailState,
  useLogIn,
} from '../../shared/account/account-fields.tsx'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { Link, paths, useNavigate } from '../../shared/navigation/router.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { PasskeyLogin, SecondStepForm } from '../../shared/second-step/second-factors.tsx'
import { useSession } from '../../shared/session/session.ts'
import { roleDescriptions, roleLabels } from '../../shared/team/permissions.tsx'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { SlantedBadge } from '../../shared/ui/display/marks.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { LateNotice } from '../../shared/ui/feedback/shell-messages.tsx'
import { Loaded, SkeletonMenu } from '../../shared/ui/feedback/states.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { FormMessages, SubmitButton, useForm } from '../../shared/ui/forms/use-form.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './admin-accounts.module.css'

export const AdminLogInScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const [secondFactor, setSecondFactor] = useState<SecondFactor>()
  const form = useLogIn({
    failureText: t('common.logInFailed'),
    onSignedIn: (response) => enter(response),
    onSecondFactor: setSecondFactor,
  })
  const enter = (response: SignedInResponse) => {
    setSecondFactor(undefined)
    if (response.user.isAdmin) signIn('admin', response)
    else form.setFailure(t('adminAccounts.noAdminRights'))
  }

  if (secondFactor !== undefined)
    return (
      <AdminAuthLayout title={t('common.secondStep')}>
        <SecondStepForm
          {...secondFactor}
          onSignedIn={enter}
          onStartAgain={() => setSecondFactor(undefined)}
        />
      </AdminAuthLayout>
    )

  return (
    <AdminAuthLayout title={t('common.logIn')}>
      <form className={layout.stack20} {...form.props}>
        <FormMessages form={form} />
        <LogInFields form={form} />
        <SubmitButton form={form} size="large" wide busyText={t('common.loggingIn')}>
          {t('common.logIn')}
        </SubmitButton>
      </form>
      <PasskeyLogin onSignedIn={enter} />
      <p className={css.foot}>
        <Link to={paths.admin.forgotPassword} state={typedEmailState(form.control('emailOrUsername').value)}>
          {t('common.forgotPassword')}
        </Link>
        <Link to={paths.admin.signUp}>{t('adminAccounts.registerWithKey')}</Link>
        <Link to={paths.logIn}>{t('adminAccounts.participantLogIn')}</Link>
      </p>
    </AdminAuthLayout>
  )
}

/** Replaces the admin area for an admin whose account is pending, and who has no admin rights. */
export const PendingAdminScreen = () => {
  const { check, logOut } = useSession()
  const { button } = useFormSubmit('')
  return (
    <AdminAuthLayout title={pendingAccountText.message}>
      <p>{t('adminAccounts.pendingText')}</p>
      <Button kind="primary" size="large" wide busyText={t('common.checking')} {...button(check)}>
        {t('common.checkAgain')}
      </Button>
      <Button size="large" wide onClick={logOut}>
        {t('common.logOut')}
      </Button>
    </AdminAuthLayout>
  )
}

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
  const { session, logOut } = useSession()
  const view = useLiveData(invitationOf, token)
  const { data: invitation, reload } = view
  const loading = <SkeletonMenu count={2} label={t('adminAccounts.invitationLoading')} />
  if (invitation === undefined || session.kind === 'checking')
    return (
      <AdminAuthLayout title={t('common.invitation')}>
        <Loaded {...{ view, loading }} failed={t('adminAccounts.invitationCheckFailed')} compact heading="h2">
          {() => loading}
        </Loaded>
      </AdminAuthLayout>
    )
  if (invitation.state !== 'open') return <Notice of={notices[invitation.state]} />
  if (session.kind === 'visitor')
    return <InvitedSignUp token={token} invitation={invitation} onOver={reload} />
  const { fullName, isAdmin } = session.user
  return (
    <AdminAuthLayout title={t('adminAccounts.signedInTitle', { name: formatName(fullName) })}>
      <p>{t(isAdmin ? 'adminAccounts.signedInAdmin' : 'adminAccounts.signedInParticipant')}</p>
      <Button kind="primary" size="large" wide onClick={logOut}>
        {t('adminAccounts.logOutAndGoOn')}
      </Button>
      <ButtonLink to={isAdmin ? paths.admin.home : paths.dashboard} size="large" wide>
        {t('adminAccounts.toStart')}
      </ButtonLink>
    </AdminAuthLayout>
  )
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
    <p>{text}</p>
    <ButtonLink to={paths.admin.logIn} kind="primary" size="large" wide>
      {t('adminAccounts.logInAsAdmin')}
    </ButtonLink>
    <p className={css.foot}>
      <Link to={paths.landing}>{t('adminAccounts.toStart')}</Link>
    </p>
  </AdminAuthLayout>
)

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
      {role !== null && expiresAt !== null && (
        <p>
          {t.rich('adminAccounts.invitationText', {
            name: formatName(invitedBy ?? ''),
            role: roleLabels[role],
            description: roleDescriptions[role],
          })}{' '}
          {t.rich('adminAccounts.invitationUntil', { time: () => <Time at={expiresAt} exact="minute" /> })}
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

/** The day of the challenge; screens with a session have `useCurrentDay`. Asks the showcase endpoint, because visitors may call it. */
const currentDay = liveData({
  load: async (_key: undefined, signal) =>
    (await request('GET', '/api/leaderboard/showcase', { token: null, signal })).day,
  isFinal: () => true,
})

const AdminAuthLayout = ({ title, children }: { title: string; children: ReactNode }) => {
  const { data: day = 1 } = useLiveData(currentDay)
  return (
    <div className={css.frame} data-field>
      <header className={css.head}>
        <Link to={paths.landing} className={css.home} aria-label={t('common.thirtyStartPage')}>
          <Logo />
        </Link>
      </header>
      <main id="main" className={css.main}>
        <LateNotice />
        <div className={css.card} data-plain>
          <div className={css.intro}>
            <SlantedBadge tone="primary">{t('common.admin')}</SlantedBadge>
            <h1>{title}</h1>
          </div>
          {children}
        </div>
      </main>
      <div className={css.bars}>
        <ThirtyBarsBackdrop days={plannedDays(day)} height={210} dim />
      </div>
    </div>
  )
}

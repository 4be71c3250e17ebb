// The target of a link that invites to the team. Visitors sign up; logged-in users must log out first, because an invitation makes a new
// account; other links say why they do not work.

import { Link } from '../../shared/navigation/router.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatName } from '../../shared/format/format-name.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { invitationOf } from './api.ts'
import { InvitedSignUp } from './invited-sign-up.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './admin-auth-layout.module.css'

export const InvitationScreen = () => {
  const token = useLinkQuery(paths.admin.invitation).get('token')
  return token === null ? (
    <Notice title={t('common.linkIsIncomplete')} text={t('adminAccounts.invitationIncompleteText')} />
  ) : (
    <CheckedInvitation token={token} />
  )
}

const CheckedInvitation = ({ token }: { token: string }) => {
  const session = useSession((store) => store.session)
  const { state, data: invitation, message, reload } = useLiveData(invitationOf, token)
  if (state === 'failed')
    return (
      <AdminAuthLayout title={t('common.invitation')}>
        <ErrorState compact title={t('adminAccounts.invitationCheckFailed')} onRetry={reload}>
          {message}
        </ErrorState>
      </AdminAuthLayout>
    )
  if (state === 'loading' || session.kind === 'checking')
    return (
      <AdminAuthLayout title={t('common.invitation')}>
        <SkeletonMenu count={2} label={t('adminAccounts.invitationLoading')} />
      </AdminAuthLayout>
    )
  if (invitation.state !== 'open') return <Notice {...notices[invitation.state]} />
  if (session.kind !== 'visitor')
    return <SignedIn name={session.user.fullName} isAdmin={session.user.isAdmin} />
  return <InvitedSignUp token={token} invitation={invitation} onOver={reload} />
}

const notices = {
  used: { title: t('adminAccounts.invitationUsedTitle'), text: t('adminAccounts.invitationUsedText') },
  expired: {
    title: t('adminAccounts.invitationExpiredTitle'),
    text: t('adminAccounts.invitationExpiredText'),
  },
  revoked: {
    title: t('adminAccounts.invitationRevokedTitle'),
    text: t('adminAccounts.invitationExpiredText'),
  },
  void: { title: t('adminAccounts.invitationVoidTitle'), text: t('adminAccounts.invitationVoidText') },
  unknown: {
    title: t('adminAccounts.invitationUnknownTitle'),
    text: t('adminAccounts.invitationUnknownText'),
  },
}

const Notice = ({ title, text }: { title: string; text: string }) => (
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

import { adminRoles } from '@thirty/contracts/rules/admin-roles.ts'
import { useEffect } from 'react'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { ReadOnlyNotice, useMay } from '../../shared/team/permissions.tsx'
import { roleDescriptions, roleLabels } from '../../shared/team/role-texts.ts'
import { CountBadge } from '../../shared/ui/display/badge.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { Invitations } from './invitations/invitations.tsx'
import { MemberRow } from './member-row.tsx'
import { teamStore, type Team } from './team-store.ts'
import { t } from './messages/t.ts'
import css from './team-screen.module.css'

/** The admins with their roles. Owners change roles, and invite further admins. */
export const TeamScreen = () => {
  const withInvitations = useMay('manage-team')
  const view = teamStore.use((store) => store.view)
  const load = () => void teamStore.load({ withInvitations })
  useEffect(() => teamStore.follow(), [])
  // The role may change while the screen is open.
  useEffect(() => void teamStore.load({ withInvitations }), [withInvitations])
  return (
    <AdminPage
      title={t('team')}
      actions={
        <LiveConnectionPill
          store={teamStore}
          subject={t('listSubject')}
          onRetry={view.state === 'failed' ? load : undefined}
        />
      }
      note={t('about')}
    >
      <ReadOnlyNotice permission="manage-team" />
      {view.state === 'loading' && <SkeletonRows count={4} label={t('loading')} />}
      {view.state === 'failed' && (
        <ErrorState title={t('loadFailed')} onRetry={load}>
          {errorMessage(view.error, '')}
        </ErrorState>
      )}
      {view.state === 'ready' && <Content team={view.data} mayManage={withInvitations} />}
    </AdminPage>
  )
}

const Content = ({ team, mayManage }: { team: Team; mayManage: boolean }) => (
  <>
    <Card as="section" padding="large">
      <CardTitle end={<CountBadge count={team.members.length} />}>{t('admins')}</CardTitle>
      <ul aria-label={t('admins')}>
        {team.members.map((member) => (
          <MemberRow key={member._id} member={member} mayManage={mayManage} />
        ))}
      </ul>
    </Card>
    {mayManage && team.invitations && <Invitations invitations={team.invitations} />}
    <Card as="section" padding="large">
      <CardTitle>{t('roles')}</CardTitle>
      <dl className={css.roles}>
        {adminRoles.map((role) => (
          <div key={role}>
            <dt>{roleLabels[role]}</dt>
            <dd>{roleDescriptions[role]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  </>
)

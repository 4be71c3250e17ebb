// The admins with their roles. Owners change roles, and invite further admins.

import { adminRoles } from '@thirty/contracts/team/admin-roles.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { ReadOnlyNotice, useMay, roleDescriptions, roleLabels } from '../../shared/team/permissions.tsx'
import { CountBadge } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { Invitations } from './invitations/invitations.tsx'
import { MemberRow } from './member-row.tsx'
import { allAdmins, type Team } from './team-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './team-screen.module.css'

export const TeamScreen = () => {
  const withInvitations = useMay('manage-team')
  const view = useLiveData(allAdmins, { withInvitations })
  return (
    <AdminPage
      title={t('common.team')}
      actions={<LiveConnectionPill view={view} subject={t('adminTeam.listSubject')} />}
      note={t('adminTeam.about')}
    >
      <ReadOnlyNotice permission="manage-team" />
      <Loaded
        view={view}
        loading={<SkeletonRows count={4} label={t('adminTeam.loading')} />}
        failed={t('adminTeam.loadFailed')}
      >
        {(team) => <Content team={team} mayManage={withInvitations} />}
      </Loaded>
    </AdminPage>
  )
}

const Content = ({ team, mayManage }: { team: Team; mayManage: boolean }) => (
  <>
    <SectionCard title={t('adminTeam.admins')} end={<CountBadge count={team.members.length} />}>
      <ul aria-label={t('adminTeam.admins')}>
        {team.members.map((member) => (
          <MemberRow key={member._id} member={member} mayManage={mayManage} />
        ))}
      </ul>
    </SectionCard>
    {mayManage && team.invitations && <Invitations invitations={team.invitations} />}
    <SectionCard title={t('adminTeam.roles')}>
      <dl className={css.roles}>
        {adminRoles.map((role) => (
          <div key={role}>
            <dt>{roleLabels[role]}</dt>
            <dd>{roleDescriptions[role]}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  </>
)

// The newest projects of a user, and what an admin can do with the account.

import type { Person } from '@thirty/contracts/accounts/people-api.ts'
import { ArrowRight } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { request } from '../../shared/http/http.ts'
import { PersonButtonLink } from '../../shared/people/person-link.tsx'
import { ProjectPreview } from '../../shared/projects/project-preview.tsx'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { Allowed } from '../../shared/team/permissions.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { ExpandableCardDetails } from '../../shared/ui/table/expandable-card.tsx'
import { EndSessionsAction, UserSessions } from './sessions/user-sessions.tsx'
import { StatusAction } from './status-action.tsx'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'
import css from './user-details.module.css'

const shownCount = 2

export const UserDetails = ({ user, id }: { user: Person; id: string }) => (
  <ExpandableCardDetails
    id={id}
    title={t('common.recentProjects')}
    count={user.submissions}
    actions={
      <>
        <Allowed to={user.isAdmin ? 'manage-team' : 'manage-participants'}>
          <StatusAction user={user} />
          <EndSessionsAction user={user} />
        </Allowed>
        <PersonButtonLink userId={user._id} size="small">
          {t('common.publicProfile')}
        </PersonButtonLink>
        <ButtonLink to={paths.admin.userProjects(user._id)} size="small" iconEnd={<ArrowRight />}>
          {t('adminUsers.viewAllProjects')}
        </ButtonLink>
      </>
    }
  >
    <RecentProjects user={user} />
    <UserSessions user={user} />
  </ExpandableCardDetails>
)

type RecentKey = {
  userId: string
  /** Another number of submissions loads the list again. */
  submissions: number
}

const recentProjects = liveData({
  load: ({ userId }: RecentKey, signal) =>
    request('GET', '/api/projects/user/:userId', {
      params: { userId },
      query: { limit: shownCount },
      area: 'admin',
      signal,
    }),
  isEmpty: ({ projects }) => projects.length === 0,
  failedText: t('common.projectsFailed'),
})

const RecentProjects = ({ user: { _id: userId, submissions } }: { user: Person }) => (
  <Loaded
    view={useLiveData(recentProjects, { userId, submissions })}
    loading={<SkeletonRows count={shownCount} label={t('adminUsers.loadingProjects')} />}
    empty={<p className={words.faint}>{t('adminUsers.noRecentProjects')}</p>}
    compact
    heading="h3"
    retryLabel={t('common.retry')}
  >
    {({ projects, counts }) => (
      <>
        <ul className={css.projects}>
          {projects.map((project) => (
            <li key={project._id}>
              <ProjectPreview project={project} />
            </li>
          ))}
        </ul>
        {counts.all > projects.length && (
          <p className={words.faint}>
            {t('adminUsers.moreProjects', { count: counts.all - projects.length })}
          </p>
        )}
      </>
    )}
  </Loaded>
)

// The users by filter, and a row of their list. It opens to the newest projects, the sessions, and the buttons that end these, or activate or
// deactivate the account. Live messages have only figures, so a change loads the list again.

import type { PeopleSort, Person } from '@thirty/contracts/accounts/people-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { ArrowRight } from 'lucide-react'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { ownUserId } from '../../shared/session/session.ts'
import { roleLabels, Allowed } from '../../shared/team/permissions.tsx'
import { Badge, StatusBadge, YouBadge } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { ExpandableCard, ExpandableCardDetails } from '../../shared/ui/table/expandable-card.tsx'
import type { RowContext, RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import { paths } from '../../shared/navigation/router.ts'
import { request, requestPage } from '../../shared/http/http.ts'
import { Avatar, PersonButtonLink } from '../../shared/people/people.tsx'
import { liveData, pagesOf, useLiveData } from '../../shared/live/live-data.ts'
import { ButtonLink, ButtonAnchor } from '../../shared/ui/controls/button.tsx'
import { SkeletonRows, SkeletonMenu, Loaded } from '../../shared/ui/feedback/states.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/dialog.tsx'
import { SessionItem } from '../../shared/sessions/session-item.tsx'
import { Screenshot, truncateText } from '../../shared/projects/project-parts.tsx'
import type { SortOrder } from '../../shared/ui/controls/segments.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './user-row.module.css'

type UserFilter = {
  sort: PeopleSort
  order: SortOrder
  search: string | undefined
  status: Person['status'] | undefined
}

/** The loaded users of the filter, and the numbers of all users and of the active ones. */
type Users = { rows: Person[]; nextCursor: string | null; users: number; activeUsers: number }

const pageSize = 100

const people = pagesOf('rows', {
  pageSize,
  minRows: pageSize,
  fetchPage: (filter: UserFilter, page, signal) =>
    requestPage('/api/auth/users', { query: { ...filter, ...page }, signal }),
  idOf: ({ _id }) => _id,
})

export const allUsers = liveData<Users, UserFilter>({
  load: async (filter, signal, current) => {
    const [page, users, active] = await Promise.all([
      people.load(filter, signal, current),
      request('GET', '/api/auth/users/count', { signal }),
      request('GET', '/api/auth/users/active', { signal }),
    ])
    return { ...page, users: users.count, activeUsers: active.count }
  },
  loadMore: people.loadMore,
  messages: {
    'statistics.changed': {
      sequence: ({ statistics }) => ('users' in statistics ? 'people' : 'projects'),
      change: (users, { statistics }, reload) => {
        reload()
        return 'users' in statistics ? { ...users, ...statistics } : users
      },
    },
  },
})

export const userRow: RowDefinition<Person> = {
  id: (user) => user._id,
  card: (user, context) => <UserCard user={user} {...context} />,
  details: (user) => <UserDetails user={user} />,
}

const UserCard = ({ user, ...context }: RowContext & { user: Person }) => {
  const { _id: id, fullName, createdAt, submissions, sessions, lastSeenAt } = user
  return (
    <ExpandableCard
      {...context}
      lead={<Avatar id={id} name={fullName} image={user.profileImage} size={44} />}
      title={fullName}
      badges={
        <>
          {user.isAdmin && (
            <Badge tone="info" label={user.role ? roleLabels[user.role] : t('common.admin')} />
          )}
          {id === ownUserId() && <YouBadge />}
        </>
      }
      text={user.email}
      chart={!user.isAdmin && <StandingStrip entry={{ name: fullName, days: user.days }} size="s" />}
      facts={[
        createdAt
          ? t.rich('common.joinedOn', { time: () => <Time at={createdAt} exact="date" /> })
          : t('common.noDate'),
        t.rich('common.submissionCount', { count: submissions }),
        <StatusBadge key="status" status={user.status} />,
        lastSeenAt === null
          ? t.rich('userSessions.sessionCount', { count: sessions })
          : t.rich('userSessions.sessionCountSeen', {
              count: sessions,
              time: () => <Time at={lastSeenAt} />,
            }),
      ]}
    />
  )
}

const shownCount = 2

/** The newest projects of a user, and what an admin can do with the account. */
const UserDetails = ({ user }: { user: Person }) => (
  <ExpandableCardDetails
    title={t('common.recentProjects')}
    count={user.submissions}
    actions={
      <>
        <Allowed to={user.isAdmin ? 'manage-team' : 'manage-participants'}>
          <StatusActions user={user} />
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

/** Another number of submissions loads the list again. */
const recentProjects = liveData({
  load: ({ userId }: { userId: string; submissions: number }, signal) =>
    request('GET', '/api/projects/user/:userId', {
      params: { userId },
      query: { limit: shownCount },
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

/** The buttons that activate or deactivate an account, after a confirmation. Admins cannot deactivate themselves. */
const StatusActions = ({ user }: { user: Person }) => {
  const { _id: userId, fullName: name, isAdmin, status } = user
  if (userId === ownUserId()) return null
  const setStatus = (next: Person['status']) => {
    const options = { params: { userId }, body: { status: next } } as const
    return allUsers.after(request('PUT', '/api/auth/users/:userId/status', options))
  }
  const common = { size: 'small', failureText: t('adminUsers.statusNotChanged') } as const
  return (
    <>
      {status !== 'active' && (
        <ConfirmedButton
          {...common}
          kind="approve-outline"
          label={t('adminUsers.activate')}
          title={t('adminUsers.activateQuestion', { name })}
          description={t(isAdmin ? 'adminUsers.activateAdmin' : 'adminUsers.activateParticipant')}
          run={() => setStatus('active')}
          doneText={t('adminUsers.activated', { name })}
        />
      )}
      {status !== 'inactive' && (
        <ConfirmedButton
          {...common}
          kind="danger-outline"
          label={t('adminUsers.deactivate')}
          title={t('adminUsers.deactivateQuestion', { name })}
          description={t(isAdmin ? 'adminUsers.deactivateAdmin' : 'adminUsers.deactivateParticipant')}
          run={() => setStatus('inactive')}
          doneText={t('adminUsers.deactivated', { name })}
        />
      )}
    </>
  )
}

const sessionsOfUser = liveData({
  load: async (userId: string, signal) =>
    (await request('GET', '/api/auth/users/:userId/sessions', { params: { userId }, signal })).sessions,
  failedText: t('userSessions.loadFailed'),
})

/** Where a user is logged in. */
const UserSessions = ({ user }: { user: Person }) => (
  <section className={css.sessions} aria-label={t('userSessions.sessionsOf', { name: user.fullName })}>
    <h3>{t('common.sessions')}</h3>
    <Loaded
      view={useLiveData(sessionsOfUser, user._id)}
      loading={<SkeletonMenu count={1} label={t('userSessions.loading')} />}
      empty={<p className={words.faint}>{t('userSessions.none')}</p>}
      compact
    >
      {(sessions) => (
        <ul className={layout.column} aria-label={t('userSessions.sessionsOf', { name: user.fullName })}>
          {sessions.map((session) => (
            <SessionItem key={`${session.since} ${session.browser} ${session.system}`} session={session} />
          ))}
        </ul>
      )}
    </Loaded>
  </section>
)

const EndSessionsAction = ({ user: { _id: userId, fullName: name } }: { user: Person }) => (
  <ConfirmedButton
    size="small"
    label={t('userSessions.endAll')}
    title={t('userSessions.endAllQuestion', { name })}
    description={t(
      userId === ownUserId() ? 'userSessions.endOwnExplanation' : 'userSessions.endAllExplanation',
    )}
    failureText={t('common.sessionsNotEnded')}
    run={async () => {
      await allUsers.after(request('DELETE', '/api/auth/users/:userId/sessions', { params: { userId } }))
      sessionsOfUser.at(userId).change(() => [])
    }}
    doneText={t('userSessions.ended', { name })}
  />
)

/** A project as a small card: its image, the beginning of its description, and its links. */
export const ProjectPreview = ({ project }: { project: ProjectCard }) => (
  <article className={css.project}>
    <Screenshot project={project} />
    <div className={css.words}>
      <h4 className={css.title}>
        <span dir="auto">{formatName(project.projectName)}</span>
        <small>{t('common.day', { day: project.day })}</small>
      </h4>
      <p dir="auto">{truncateText(project.description, 100)}</p>
      <p className={css.links}>
        <ButtonAnchor href={project.liveLink} target="_blank" size="small" kind="quiet">
          {t('common.liveDemo')}
        </ButtonAnchor>
        <ButtonAnchor href={project.repoLink} target="_blank" size="small" kind="quiet">
          {t('common.repository')}
        </ButtonAnchor>
      </p>
    </div>
  </article>
)

// The screen of the community: its tabs with the activity feed and discussions, which have folders of their own, and with the members; and
// beside them the top contributors and the popular submissions.

import { useEffect, useState, type ReactNode } from 'react'
import type { CommunityMember, CommunityResponse } from '@thirty/contracts/community/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { Eye, Heart } from 'lucide-react'
import { useSearchParams, paths, usePageTitle } from '../../shared/navigation/router.ts'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLast, useLiveData, liveData, pagesOf, reloadsOn } from '../../shared/live/live-data.ts'
import { isAdminSession, ownUserId, useSession } from '../../shared/session/session.ts'
import { Tabs, TabPanel } from '../../shared/ui/controls/tabs.tsx'
import { ParticipantPage } from '../../shared/ui/page/page.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { TableSearch, useTableQuery } from '../../shared/ui/table/table-query.tsx'
import type { RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import { FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { allDiscussions } from './discussions/discussions.ts'
import { DiscussionsTab } from './discussions/discussions-tab.tsx'
import { activityFeed } from './feed/feed.ts'
import { FeedTab } from './feed/feed-tab.tsx'
import { t } from '../../shared/i18n/t.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import type { Endpoint, ResponseOf } from '../../shared/http/endpoint-types.ts'
import { request } from '../../shared/http/http.ts'
import { ProjectCardLink, Screenshot } from '../../shared/projects/project-parts.tsx'
import { Badge, Card, SectionCard, YouBadge } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { Figure, PersonWithHandle } from './entry.tsx'
import { distinctNames } from '../../shared/people/people.tsx'
import frames from '../../shared/styles/frames.module.css'
import css from './community-screen.module.css'
import entry from './entry.module.css'
import layout from '../../shared/styles/layout.module.css'

const tabIds = ['feed', 'discussions', 'members'] as const
export const CommunityScreen = () => {
  const [parameters, setParameters] = useSearchParams()
  const tab = tabIds.find((id) => id === parameters.get('tab')) ?? 'feed'
  const [{ search }] = useTableQuery()
  const feed = useLiveData(activityFeed)
  const discussions = useLiveData(allDiscussions)
  const members = useLiveData(allMembers, search)
  // The count does not depend on the search, so it stays while another list is loading.
  const memberCount = useLast(members.data?.count)
  // A discussion names the tab of the browser itself.
  const isNamed = tab === 'feed' || parameters.has('discussion')
  usePageTitle(isNamed ? undefined : t(tab === 'members' ? 'community.members' : 'common.discussions'))
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  return (
    <ParticipantPage
      title={t('common.community')}
      back={isAdmin ? { to: paths.admin.leaderboard, label: t('common.leaderboard') } : undefined}
      actions={
        <>
          <OnlineCount />
          <LiveConnectionPill
            view={{ feed, discussions, members }[tab]}
            subject={tab === 'feed' ? t('community.feedSubject') : t('common.listSubject')}
          />
        </>
      }
    >
      <Tabs
        label={t('common.community')}
        value={tab}
        // Search and page belong to the tab that is left.
        onValueChange={(next) => setParameters(next === 'feed' ? {} : { tab: next })}
        tabs={[
          { value: 'feed', label: t('community.activityFeed') },
          { value: 'discussions', label: t('common.discussions'), count: discussions.data?.count },
          { value: 'members', label: t('community.members'), count: memberCount },
        ]}
      >
        <div className={frames.rail}>
          <div>
            <TabPanel value="feed">
              <FeedTab />
            </TabPanel>
            <TabPanel value="discussions">
              <DiscussionsTab />
            </TabPanel>
            <TabPanel value="members">
              <MembersTab />
            </TabPanel>
          </div>
          <OverviewRail />
        </div>
      </Tabs>
    </ParticipantPage>
  )
}

/** How many are online, as of the last heartbeat of the server; nothing until the first one. */
const OnlineCount = () => {
  const [count, setCount] = useState<number>()
  useEffect(() => subscribe('leaderboard.heartbeat', ({ online }) => setCount(online)), [])
  if (count === undefined) return null
  return (
    <span className={css.online} data-online>
      {t('community.online', { count })}
    </span>
  )
}

type Overview = CommunityResponse['data']

/** The top contributors and the popular submissions. Live messages have no figures, so an activity loads them again. */
const communityOverview = liveData<Overview>({
  room: rooms.community,
  load: async (_key, signal) => (await request('GET', '/api/community/all-data', { signal })).data,
  messages: reloadsOn('activity', 'challenge.changed'),
})

const contributorCount = 6
const popularCount = 5

export const OverviewRail = () => {
  const { state, data: overview, reload } = useLiveData(communityOverview)
  if (state === 'failed')
    return (
      <Card as="section" padding="none">
        <ErrorState
          title={t('community.loadingFailed')}
          retryLabel={t('common.retry')}
          onRetry={reload}
          compact
          heading="h2"
        />
      </Card>
    )
  const popular = overview?.popularSubmissions.slice(0, popularCount)
  const nameOf = distinctNames((popular ?? []).map(toAuthor))
  return (
    <div className={layout.stack24}>
      <RailCard
        title={t('community.topContributors')}
        outline={<SkeletonMenu count={contributorCount} label={t('community.loadingContributors')} />}
        none={t('community.noContributors')}
      >
        {overview?.users
          // Members without a project have contributed nothing yet.
          .filter(({ submissions }) => submissions > 0)
          .slice(0, contributorCount)
          .map((user) => (
            <li key={user.id} className={css.person}>
              <PersonWithHandle person={user} />
              <span className={css.count}>{t.rich('community.projects', { count: user.submissions })}</span>
            </li>
          ))}
      </RailCard>
      <RailCard
        title={t('community.popularSubmissions')}
        outline={<SkeletonMenu count={popularCount} label={t('common.loadingSubmissions')} />}
        none={t('community.nothingPopular')}
      >
        {popular?.map((submission) => (
          <Popular key={submission.id} {...submission} author={nameOf(toAuthor(submission))} />
        ))}
      </RailCard>
    </div>
  )
}

type RailCardProps = { title: string; outline: ReactNode; none: string; children: ReactNode[] | undefined }

/** A list with its outline while it is loading, or with what is said of an empty one (`none`). */
const RailCard = ({ title, outline, none, children: items }: RailCardProps) => (
  <SectionCard title={title} padding="medium">
    {items?.length === 0 && <p className={css.none}>{none}</p>}
    {items === undefined && outline}
    {items && items.length > 0 && (
      <ol className={css.rows} aria-label={title}>
        {items}
      </ol>
    )}
  </SectionCard>
)

type Submission = Overview['popularSubmissions'][number]

const Popular = ({ id, title, thumbnail, author, likes, views }: Submission) => (
  <Card as="li" padding="none" link className={css.submission}>
    <Screenshot className={css.thumbnail} project={{ projectName: title, thumbnailUrl: thumbnail }} />
    <span className={entry.who}>
      <strong>
        <ProjectCardLink projectId={id} name={title} />
      </strong>
      <span className={entry.handle} dir="auto">
        {author}
      </span>
      <span className={css.figures}>
        <Figure icon={Heart}>{t.rich('community.likes', { count: likes })}</Figure>
        <Figure icon={Eye}>{t.rich('community.views', { count: views })}</Figure>
      </span>
    </span>
  </Card>
)

/** The response names authors without their ids. Those without a username cannot be told apart. */
const toAuthor = ({ author: name, authorUsername: username }: Submission) => ({
  id: username ?? '',
  name,
  username,
})

const MembersTab = () => {
  const [{ search }, , { isFiltered, clear }] = useTableQuery()
  const view = useLiveData(allMembers, search)
  const { data: list } = view
  return (
    <div className={layout.stack12}>
      <div className={css.memberSearch}>
        <TableSearch label={t('community.findMember')} />
      </div>
      <FrozenMark />
      <DataTable
        label={t('community.members')}
        rows={list?.members}
        view={view}
        failed={t('community.loadingFailed')}
        definition={memberRow}
        filterKey={search}
        paging={{
          summary: (shownCount) =>
            search === ''
              ? t('community.showingOf', { shown: shownCount, total: list?.count ?? shownCount })
              : t('community.showing', { shown: shownCount }),
        }}
        noMatch={isFiltered && { title: t('community.noMemberMatches'), onClear: clear }}
        empty={{ title: t('community.noMembers'), text: t('community.membersAppearHere') }}
      />
    </div>
  )
}

const person = (member: CommunityMember) => (
  <PersonWithHandle person={member} badge={member.id === ownUserId() && <YouBadge />} />
)

const role = (member: CommunityMember) =>
  member.role === 'admin' ? (
    <Badge tone="info" label={t('common.admin')} />
  ) : (
    <Badge label={t('community.participant')} />
  )

const memberRow: RowDefinition<CommunityMember> = {
  id: ({ id }) => id,
  columns: [
    { id: 'member', header: t('community.member'), isRowHeader: true, cell: person },
    { id: 'role', header: t('common.role'), cell: role },
    { id: 'submissions', header: t('common.submissions'), cell: ({ submissions }) => <b>{submissions}</b> },
    { id: 'rank', header: t('common.rank'), cell: ({ rank }) => rank ?? '–' },
    { id: 'joined', header: t('common.joined'), cell: ({ joinedAt }) => <Time at={joinedAt} exact="date" /> },
  ],
  card: (member) => (
    <div className={css.memberCard}>
      {person(member)}
      <p className={layout.facts}>
        {role(member)}
        <span>{t.rich('common.submissionCount', { count: member.submissions })}</span>
        {member.rank !== null && <span>{t('community.rankOf', { rank: member.rank })}</span>}
      </p>
    </div>
  ),
}

/** The members by search, newest first, with the number of all. Ranks come from another read model and may be newer than the position. */
const allMembers = liveData<ResponseOf<Endpoint<'GET', '/api/community/members'>>, string>({
  room: rooms.community,
  ...pagesOf('members', {
    pageSize: 100,
    // As many as the first page of the table shows.
    minRows: 22,
    fetchPage: (search: string, page, signal) =>
      request('GET', '/api/community/members', { query: { ...page, search: search || undefined }, signal }),
    idOf: ({ id }) => id,
  }),
  messages: {
    activity: (members, { items }, reload) => {
      if (items.some(({ what }) => what === 'joined')) reload()
      return members
    },
  },
})

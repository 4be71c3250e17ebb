// The screen of the community: its tabs with the activity feed, discussions and members, and the most active and most popular beside them.

import { useEffect, useState } from 'react'
import { useSearchParams, paths, usePageTitle } from '../../shared/navigation/router.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { useLast, useLiveData } from '../../shared/live/live-data.ts'
import { isAdminSession, useSession } from '../../shared/session/session.ts'
import { Tabs, TabPanel } from '../../shared/ui/controls/tabs.tsx'
import { ParticipantPage } from '../../shared/ui/page/participant-page.tsx'
import { useTableQuery } from '../../shared/ui/table/use-table-query.ts'
import { allDiscussions } from './discussions/all-discussions.ts'
import { DiscussionsTab } from './discussions/discussions-tab.tsx'
import { FeedTab } from './feed/feed-tab.tsx'
import { activityFeed } from './feed/feed.ts'
import { MembersTab, allMembers } from './members-tab.tsx'
import { OverviewRail } from './overview-rail.tsx'
import { t } from '../../shared/i18n/t.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import frames from '../../shared/styles/frames.module.css'
import css from './online-count.module.css'

const tabIds = ['feed', 'discussions', 'members'] as const
type TabId = (typeof tabIds)[number]

export const CommunityScreen = () => {
  const [parameters, setParameters] = useSearchParams()
  const tab = tabIds.find((id) => id === parameters.get('tab')) ?? 'feed'
  const [{ search }] = useTableQuery({ sorts: ['joined'] })
  const feed = useLiveData(activityFeed)
  const discussions = useLiveData(allDiscussions)
  const members = useLiveData(allMembers, search)
  // The count does not depend on the search, so it stays while another list is loading.
  const memberCount = useLast(members.data?.count)
  // A discussion names the tab of the browser itself.
  const isNamed = tab === 'feed' || parameters.has('discussion')
  usePageTitle(isNamed ? undefined : t(tab === 'members' ? 'community.members' : 'common.discussions'))
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  // Search and page belong to the tab that is left.
  const open = (next: TabId) => setParameters(next === 'feed' ? {} : { tab: next })
  return (
    <ParticipantPage
      title={t('common.community')}
      back={isAdmin ? { path: paths.admin.leaderboard, label: t('common.leaderboard') } : undefined}
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
        onValueChange={open}
        tabs={[
          { value: 'feed', label: t('community.activityFeed') },
          {
            value: 'discussions',
            label: t('common.discussions'),
            ...(discussions.data && { count: discussions.data.count }),
          },
          {
            value: 'members',
            label: t('community.members'),
            ...(memberCount !== undefined && { count: memberCount }),
          },
        ]}
      >
        <div className={frames.rail}>
          <div>
            <TabPanel value="feed">
              <FeedTab view={feed} />
            </TabPanel>
            <TabPanel value="discussions">
              <DiscussionsTab view={discussions} />
            </TabPanel>
            <TabPanel value="members">
              <MembersTab view={members} />
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

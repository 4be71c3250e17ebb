import { useEffect, useState } from 'react'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { isAdminSession, useSession } from '../../shared/session/session.ts'
import layout from '../../shared/styles/layout.module.css'
import { Tabs, TabPanel } from '../../shared/ui/controls/tabs.tsx'
import { ParticipantPage } from '../../shared/ui/page/participant-page.tsx'
import { DiscussionsTab } from './discussions/discussions-tab.tsx'
import { discussionsStore } from './discussions/discussions-store.ts'
import { FeedTab } from './feed/feed-tab.tsx'
import { feedStore } from './feed/feed-store.ts'
import { MembersTab } from './members/members-tab.tsx'
import { membersStore } from './members/members-store.ts'
import { OverviewRail } from './overview/overview-rail.tsx'
import { overviewStore } from './overview/overview-store.ts'
import { t } from './messages/t.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import css from './online-count.module.css'

const tabIds = ['feed', 'discussions', 'members'] as const
type TabId = (typeof tabIds)[number]

/** What the members do: the activity feed, discussions and members, with the most active and most popular beside it. */
export const CommunityScreen = () => {
  const [parameters, setParameters] = useSearchParams()
  const tab = tabIds.find((id) => id === parameters.get('tab')) ?? 'feed'
  useEffect(followCommunity, [])
  // A discussion names the tab of the browser itself.
  const isNamed = tab === 'feed' || parameters.has('discussion')
  usePageTitle(isNamed ? undefined : t(tab === 'members' ? 'members' : 'discussions'))
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  const discussions = discussionsStore.use(({ view }) =>
    view.state === 'ready' ? view.data.count : undefined,
  )
  const members = useLastCount(
    membersStore.use(({ view }) => (view.state === 'ready' ? view.data.count : undefined)),
  )
  // Search and page belong to the tab that is left.
  const open = (next: TabId) => setParameters(next === 'feed' ? {} : { tab: next })
  return (
    <ParticipantPage
      title={t('community')}
      back={isAdmin ? { path: paths.admin.leaderboard, label: t('leaderboard') } : undefined}
      actions={
        <>
          <OnlineCount />
          <PillOf tab={tab} />
        </>
      }
    >
      <Tabs
        label={t('community')}
        value={tab}
        onValueChange={open}
        tabs={[
          { value: 'feed', label: t('activityFeed') },
          {
            value: 'discussions',
            label: t('discussions'),
            ...(discussions !== undefined && { count: discussions }),
          },
          { value: 'members', label: t('members'), ...(members !== undefined && { count: members }) },
        ]}
      >
        <div className={layout.rail}>
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

/** Loads all parts of the screen and follows their changes. Returns a function that stops. */
function followCommunity(): () => void {
  const stops = [feedStore, discussionsStore, membersStore, overviewStore].map((store) => store.follow())
  void feedStore.load(undefined)
  void discussionsStore.load(undefined)
  void membersStore.load(membersStore.getState().key)
  void overviewStore.load(undefined)
  return () => {
    for (const stop of stops) stop()
  }
}

/** The state of the connection for the data of a tab. */
const PillOf = ({ tab }: { tab: TabId }) => {
  switch (tab) {
    case 'feed':
      return <LiveConnectionPill store={feedStore} subject={t('feedSubject')} />
    case 'discussions':
      return <LiveConnectionPill store={discussionsStore} subject={t('listSubject')} />
    case 'members':
      return <LiveConnectionPill store={membersStore} subject={t('listSubject')} />
  }
}

/** Keeps the last count while another list is loading: it does not depend on the search. */
function useLastCount(count: number | undefined): number | undefined {
  const [last, setLast] = useState(count)
  if (count !== undefined && count !== last) setLast(count)
  return count ?? last
}

/** How many are online, as of the last heartbeat of the server; nothing until the first one. */
const OnlineCount = () => {
  const [count, setCount] = useState<number>()
  useEffect(() => subscribe('leaderboard.heartbeat', ({ online }) => setCount(online)), [])
  if (count === undefined) return null
  return (
    <span className={css.online} data-online>
      {t('online', { count })}
    </span>
  )
}

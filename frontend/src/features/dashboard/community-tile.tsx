// The latest discussion, and who started the latest ones; what there is to find without any.

import type { DiscussionCard } from '@thirty/contracts/community/discussions-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { MessagesSquare } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { formatRelativeTime } from '../../shared/format/format-time.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import type { LogPosition } from '../../shared/live/position.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { useServerNow } from '../../shared/ui/use-now.ts'
import { Tile } from './tile.tsx'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'
import css from './dashboard-tiles.module.css'

const shownPeople = 5

const latestDiscussions = liveData<{ discussions: readonly DiscussionCard[]; loadedAt?: LogPosition }>({
  room: rooms.community,
  load: async (_key, signal) => {
    const options = { query: { limit: 20 }, signal }
    const { discussions, position, epoch } = await request('GET', '/api/community/discussions', options)
    // Without the position: one reply leaves the list as it is.
    return { discussions, loadedAt: { position, epoch } }
  },
  messages: { 'discussion.changed': reloadsOn('discussions') },
})

export const CommunityTile = () => {
  const { data } = useLiveData(latestDiscussions)
  const now = useServerNow(60_000)
  const discussions = data?.discussions ?? []
  const [latest] = discussions
  const people = [...new Map(discussions.map(({ author }) => [author.id, author])).values()]
  return (
    <Tile
      to={paths.community}
      title={t('common.community')}
      icon={<MessagesSquare />}
      note={
        latest === undefined ? (
          t('dashboard.communityNote')
        ) : (
          <>
            <bdi dir="auto">{latest.title}</bdi>
            {` · ${formatRelativeTime(Date.parse(latest.latestAt), now)}`}
          </>
        )
      }
    >
      {latest === undefined ? (
        <p className={words.quiet}>{t('dashboard.communityText')}</p>
      ) : (
        <span className={css.people}>
          {people.slice(0, shownPeople).map(({ id, name, avatar }) => (
            <Avatar key={id} id={id} name={name} image={avatar} size={36} />
          ))}
        </span>
      )}
    </Tile>
  )
}

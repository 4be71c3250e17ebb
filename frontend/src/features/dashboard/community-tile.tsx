// The latest discussion, and who started the latest ones; what there is to find without any.

import type { DiscussionCard, DiscussionsResponse } from '@thirty/contracts/community/discussions-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { MessagesSquare } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { formatRelativeTime } from '../../shared/format/format-time.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn } from '../../shared/live/live-data.ts'
import { useLiveData } from '../../shared/live/use-live-data.ts'
import type { LogPosition } from '../../shared/live/position.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { useServerNow } from '../../shared/ui/use-now.ts'
import { Tile } from './tile.tsx'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'
import css from './dashboard-tiles.module.css'

const shownPeople = 5

type Latest = { discussions: readonly DiscussionCard[]; loadedAt?: LogPosition }

const latestDiscussions = liveData<Latest>({
  room: rooms.community,
  load: (_key, signal) =>
    request('GET', '/api/community/discussions', { query: { limit: 20 }, signal }).then(toLatest),
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

/** Without the position: one reply leaves the list as it is. */
const toLatest = ({ discussions, position, epoch }: DiscussionsResponse): Latest => ({
  discussions,
  loadedAt: { position, epoch },
})

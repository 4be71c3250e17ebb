// The top three of the leaderboard, updated live.

import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { ArrowRight, Crown, Medal } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { formatPoints } from '../../shared/format/format-points.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { ConnectionPill } from '../../shared/ui/feedback/connection-pill.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { RankChange } from '../../shared/ui/display/rank-change.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { useConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { FrozenMark } from '../../shared/challenge/frozen-mark.tsx'
import { People, PersonName } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import { defaultFilter } from '../../shared/leaderboard/board.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { dashboardBoard, type Overview } from './use-dashboard.ts'
import { FullText } from '../../shared/ui/controls/full-text.tsx'
import css from './top-three.module.css'

export const TopThree = ({ board }: { board: Overview['board'] }) => {
  const { connection, pausedAt, onRetry } = useConnectionPill(useLiveData(dashboardBoard, defaultFilter))
  const rows = board.topThree
  const list = useRankFlip<HTMLOListElement>({ order: rows.map((row) => row.id) })
  return (
    <SectionCard
      title={t('dashboard.topThree')}
      end={connection && <ConnectionPill {...{ connection, pausedAt, onRetry }} short />}
      padding="medium"
    >
      <FrozenMark />
      {rows.length === 0 ? (
        <p className={css.none}>{t('common.noSubmissions')}</p>
      ) : (
        <People of={rows}>
          <ol className={css.rows} ref={list}>
            {rows.map((row) => (
              <TopRow key={row.id} row={row} />
            ))}
          </ol>
        </People>
      )}
      <Link to={paths.leaderboard} className={css.all}>
        {t('dashboard.fullLeaderboard')}
        <ArrowRight size={16} />
      </Link>
    </SectionCard>
  )
}

const TopRow = ({ row }: { row: BoardRow }) => {
  const RankIcon = row.rank === 1 ? Crown : Medal
  return (
    <li data-flip-id={row.id}>
      <RankIcon
        aria-hidden="true"
        size={20}
        strokeWidth={1.8}
        className={css.rankIcon}
        data-rank={row.rank}
      />
      <VisuallyHidden>{row.rank}.</VisuallyHidden>
      <Avatar id={row.id} name={row.name} image={row.avatar} size={36} />
      <span className={css.who}>
        <FullText as="strong" dir="auto">
          <PersonName person={row} />
        </FullText>
        <StandingStrip entry={row} size="xs" />
      </span>
      <span className={css.points}>
        <strong className={css.total}>{formatPoints(row.totalPoints)}</strong>
        {row.movement !== null && <RankChange change={row.movement} />}
      </span>
    </li>
  )
}

// The participants with a project at the end of a day. Bars compare their points with the most that anybody can have.

import type { BoardEntry, BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { defaultScoring, maxPoints } from '@thirty/contracts/leaderboard/scoring.ts'
import { formatPoints } from '../../shared/format/format-points.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { FullText } from '../../shared/ui/controls/full-text.tsx'
import { YouBadge } from '../../shared/ui/display/badge.tsx'
import { RankChange } from '../../shared/ui/display/rank-change.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { People, PersonName } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './replay-rows.module.css'

export const ReplayRows = ({ board, day }: { board: BoardResponse; day: number }) => {
  const rows = board.data.filter(({ projectsSubmitted }) => projectsSubmitted > 0)
  const list = useRankFlip<HTMLOListElement>({ order: rows.map(({ id }) => id) })
  const { you } = board
  const most = maxPoints(board.scoring?.weights ?? defaultScoring.weights)
  const isBelow = you !== null && you.projectsSubmitted > 0 && !rows.some(({ id }) => id === you.id)
  if (rows.length === 0) return <EmptyState title={t('replay.nobody', { day })} />
  return (
    <People of={isBelow ? [...rows, you] : rows}>
      <ol className={css.rows} ref={list} aria-label={t('replay.topTen', { day })}>
        {rows.map((row) => (
          <ReplayRow key={row.id} row={row} most={most} />
        ))}
      </ol>
      {isBelow && (
        <ol className={css.you} aria-label={t('replay.yourRow')}>
          <ReplayRow row={you} most={most} />
        </ol>
      )}
    </People>
  )
}

const ReplayRow = ({ row, most }: { row: BoardEntry; most: number }) => (
  <li data-flip-id={row.id} data-you={row.isCurrentUser || undefined} className={css.row} value={row.rank}>
    <span className={css.rank}>{row.rank}</span>
    <Avatar id={row.id} name={row.name} image={row.avatar} size={36} />
    <span className={css.who}>
      <span className={css.name}>
        <FullText as="strong" dir="auto" focusable={false} className={css.words}>
          <PersonName person={row} />
        </FullText>
        {row.isCurrentUser && <YouBadge />}
        {row.movement !== null && row.movement !== 0 && <RankChange change={row.movement} />}
      </span>
      <span className={css.track} aria-hidden="true">
        <span className={css.bar} style={{ '--share': row.totalPoints / most }} />
      </span>
    </span>
    <strong className={css.points}>{formatPoints(row.totalPoints)}</strong>
  </li>
)

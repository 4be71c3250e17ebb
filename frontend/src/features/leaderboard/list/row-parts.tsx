// Parts of a row of the leaderboard: rank, avatar, name, points, and the button that opens it.

import { rankReason } from '@thirty/contracts/leaderboard/rank.ts'
import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { ChevronDown } from 'lucide-react'
import { formatName } from '../../../shared/format/format-name.ts'
import { formatPoints } from '../../../shared/format/format-points.ts'
import { PersonLink } from '../../../shared/people/person-link.tsx'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { YouBadge } from '../../../shared/ui/display/badge.tsx'
import { RankChange } from '../../../shared/ui/display/rank-change.tsx'
import type { RowContext } from '../../../shared/ui/table/table-types.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import { serverText } from '../../../shared/i18n/server-text.ts'
import { isDemoRow } from '../fallback/demo-board.ts'
import { useNameOf } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './rows.module.css'

export const Rank = ({ row }: { row: BoardEntry }) => (
  <span className={css.rank}>
    <span className={css.numeral}>{row.rank}</span>
    {row.movement !== null && <RankChange change={row.movement} />}
  </span>
)

export const ParticipantAvatar = ({ row, size }: { row: BoardEntry; size: 36 | 44 }) => (
  <Avatar id={row.id} name={row.name} image={row.avatar} size={size} />
)

/** `linked`: leads to the public profile. On a phone a press on the row opens its details, which have that link. */
export const Name = ({ row, linked = false }: { row: BoardEntry; linked?: boolean }) => {
  const nameOf = useNameOf()
  return (
    <span className={css.name}>
      <span className={css.words} dir="auto">
        {linked && !isDemoRow(row) ? (
          <PersonLink userId={row.id}>{formatName(row.name)}</PersonLink>
        ) : (
          nameOf(row)
        )}
      </span>
      {row.isCurrentUser && <YouBadge />}
    </span>
  )
}

function reasonOfRank(totalPoints: number): string {
  const text = rankReason(totalPoints)
  return serverText({ message: text.message, text })
}

/** The total points, and below it a recent gain, or why the row is above the next one with the same points. */
export const Points = ({ row, gain }: { row: BoardEntry; gain: number | undefined }) => (
  <span className={css.points}>
    <span className={css.total}>{formatPoints(row.totalPoints)}</span>
    {gain !== undefined ? (
      <span className={css.gained}>{`+${formatNumber(gain)}`}</span>
    ) : (
      row.reason !== null && <span className={css.reason}>{reasonOfRank(row.totalPoints)}</span>
    )}
  </span>
)

export const ExpandButton = ({ name, context }: { name: string; context: RowContext }) => (
  <button
    type="button"
    className={css.expand}
    aria-expanded={context.isOpen}
    aria-controls={context.isOpen ? context.detailsId : undefined}
    aria-label={t('leaderboard.detailsOf', { name })}
    onClick={context.onToggle}
  >
    <ChevronDown size={20} />
  </button>
)

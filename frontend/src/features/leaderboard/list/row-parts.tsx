import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { ChevronDown } from 'lucide-react'
import { formatPoints } from '../../../shared/format/format-points.ts'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { YouBadge } from '../../../shared/ui/display/badge.tsx'
import { RankChange } from '../../../shared/ui/display/rank-change.tsx'
import css from './rows.module.css'

/**
 * The props of table rows and list rows. Rows are memoized, because up to ten updates a second change only a few of a
 * hundred rows. `onToggle` must therefore be a stable function.
 */
export type RowProps = {
  row: BoardEntry
  today: number
  open: boolean
  onToggle: (id: string) => void
  /** The index of the row in a virtual list. */
  index?: number | undefined
  measure?: ((element: Element | null) => void) | undefined
}

export const Rank = ({ row }: { row: BoardEntry }) => (
  <span className={css.rank}>
    <span className={css.numeral}>{row.rank}</span>
    {row.movement !== null && <RankChange change={row.movement} />}
  </span>
)

export const ParticipantAvatar = ({ row, size }: { row: BoardEntry; size: 36 | 44 }) => (
  <Avatar id={row.id} name={row.name} image={row.avatar} size={size} />
)

export const Name = ({ row }: { row: BoardEntry }) => (
  <span className={css.name}>
    <span className={css.words} dir="auto" title={row.name}>
      {row.name}
    </span>
    {row.isCurrentUser && <YouBadge />}
  </span>
)

/** The total points, and below it a recent gain. */
export const Points = ({ row, gain }: { row: BoardEntry; gain: number | undefined }) => (
  <span className={css.points}>
    <span className={css.total}>{formatPoints(row.totalPoints)}</span>
    {gain !== undefined && <span className={css.gained}>+{gain.toLocaleString('en')}</span>}
  </span>
)

export const ExpandButton = ({
  row,
  open,
  onToggle,
  controls,
}: Omit<RowProps, 'today'> & { controls: string }) => (
  <button
    type="button"
    className={css.expand}
    aria-expanded={open}
    aria-controls={open ? controls : undefined}
    aria-label={`Details of ${row.name}`}
    onClick={() => onToggle(row.id)}
  >
    <ChevronDown aria-hidden="true" size={20} />
  </button>
)

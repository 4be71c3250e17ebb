import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { ChevronDown } from 'lucide-react'
import { formatPoints } from '../../../shared/format/format-points.ts'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { YouBadge } from '../../../shared/ui/display/badge.tsx'
import { RankChange } from '../../../shared/ui/display/rank-change.tsx'
import css from './rows.module.css'

/**
 * What every form of a row gets. Rows are memoised: frames come ten times a second and change a few of a hundred rows,
 * so `onToggle` must be the same function from one frame to the next.
 */
export type RowProps = {
  row: BoardEntry
  today: number
  open: boolean
  onToggle: (id: string) => void
  /** Place in a long list of which only the part on screen is there. */
  at?: number | undefined
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
    <span className={css.words} title={row.name}>
      {row.name}
    </span>
    {row.isCurrentUser && <YouBadge />}
  </span>
)

/** Total, and beneath it what was gained just now, or why somebody with as many stands behind. */
export const Points = ({ row, gained }: { row: BoardEntry; gained: number | undefined }) => (
  <span className={css.points}>
    <span className={css.total}>{formatPoints(row.totalPoints)}</span>
    {gained !== undefined && <span className={css.gained}>+{gained.toLocaleString('en')}</span>}
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

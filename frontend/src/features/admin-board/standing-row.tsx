import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { ChevronRight, Crown } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { formatPoints } from '../../shared/format/format-points.ts'
import { StandingStrip } from '../../shared/leaderboard/standing.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { CountingNumber } from '../../shared/ui/display/counting-number.tsx'
import { qualityBand } from '../../shared/ui/rating/quality-bar.tsx'
import { RankChange } from '../../shared/ui/display/rank-change.tsx'
import css from './standing-row.module.css'

/** A row of the standings. */
export const StandingRow = ({ row }: { row: BoardEntry }) => (
  <tr className={css.row} data-flip-id={row.id}>
    <td className={css.rank}>
      <span className={css.place}>{row.rank}</span>
      {row.movement !== null && <RankChange change={row.movement} />}
    </td>
    <th scope="row" className={css.person}>
      <Avatar id={row.id} name={row.name} image={row.avatar} size={32} />
      <span className={css.name} dir="auto" title={row.name}>
        {row.name}
      </span>
      {row.rank === 1 && row.projectsSubmitted > 0 && (
        <Crown aria-label="First" className={css.crown} size={17} />
      )}
    </th>
    <td className={css.strip}>
      <StandingStrip entry={row} size="s" />
    </td>
    <td className={css.points}>
      <CountingNumber value={row.totalPoints} format={formatPoints} />
    </td>
    <td className={css.projects}>{row.projectsSubmitted}</td>
    <td className={css.quality} data-band={qualityBand(row.projectQuality)}>
      {Math.round(row.projectQuality)}
    </td>
    <td className={css.more}>
      <Link to={paths.admin.userProjects(row.id)} aria-label={`Projects of ${row.name}`}>
        <ChevronRight aria-hidden="true" size={17} />
      </Link>
    </td>
  </tr>
)

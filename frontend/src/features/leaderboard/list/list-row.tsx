import { memo, useId } from 'react'
import { dayMarks } from '../../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../../shared/charts/days/heat-strip.tsx'
import { Streak } from '../../../shared/ui/display/streak.tsx'
import { ExpandButton, Name, ParticipantAvatar, Points, Rank } from './row-parts.tsx'
import type { RowProps } from './row-parts.tsx'
import { RowDetails } from './row-details.tsx'
import { useRecentGain } from '../../../shared/leaderboard/use-recent-gain.ts'
import css from './rows.module.css'

/** One participant on a phone: two lines, with a small strip under the name. */
export const ListRow = memo(({ row, today, open, onToggle, index, measure }: RowProps) => {
  const gain = useRecentGain(row.totalPoints)
  const detailsId = useId()
  return (
    <li
      ref={measure}
      className={css.row}
      data-index={index}
      data-flip-id={row.id}
      data-you={row.isCurrentUser || undefined}
      data-moved={gain !== undefined || undefined}
      data-open={open || undefined}
    >
      <div className={css.lines}>
        <Rank row={row} />
        <ParticipantAvatar row={row} size={36} />
        <span className={css.who}>
          <Name row={row} />
          <HeatStrip days={dayMarks(row.days, today)} size="xs" personName={row.name} />
        </span>
        <span className={css.end}>
          <Points row={row} gain={gain} />
          {gain === undefined && <Streak days={row.streak} />}
        </span>
        <ExpandButton row={row} open={open} onToggle={onToggle} controls={detailsId} />
      </div>
      {open && <RowDetails row={row} today={today} id={detailsId} />}
    </li>
  )
})

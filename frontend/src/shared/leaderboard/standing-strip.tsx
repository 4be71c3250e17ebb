// The days of a participant of the leaderboard as a strip: `HeatStrip` of `charts/days`, which draws any days, with the marks of today.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { useToday } from '../challenge/current-day.ts'
import { dayMarks } from '../challenge/day-marks.ts'
import { HeatStrip, type StripSize } from '../charts/days/heat-strip.tsx'

type StandingStripProps = {
  entry: Pick<BoardEntry, 'name' | 'days'>
  size: StripSize
  /** Also offers the days as a table; default: from size `l` on. */
  table?: boolean
}

export const StandingStrip = ({ entry, size, table }: StandingStripProps) => {
  const today = useToday()
  return <HeatStrip days={dayMarks(entry.days, today)} size={size} personName={entry.name} table={table} />
}

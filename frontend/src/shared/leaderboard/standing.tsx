import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { useCurrentDay } from '../challenge/current-day.ts'
import { dayMarks } from '../challenge/day-marks.ts'
import { request } from '../http/http.ts'
import { useLoaded } from '../http/use-loaded.ts'
import type { Loaded } from '../http/use-loaded.ts'
import { HeatStrip } from '../charts/days/heat-strip.tsx'

type Person = { _id: string; fullName: string }

/** Returns the leaderboard row of a participant as admins see it; undefined if the participant is not ranked. */
async function fetchStanding(
  { _id, fullName }: Person,
  signal: AbortSignal,
): Promise<BoardEntry | undefined> {
  const { data } = await request('GET', '/api/leaderboard/leaderboard', {
    query: { search: fullName, limit: 100 },
    area: 'admin',
    signal,
  })
  return data.find((row) => row.id === _id)
}

/** Loads the leaderboard row of a participant. */
export const useStanding = (person: Person): Loaded<BoardEntry | undefined> =>
  useLoaded(person._id, (signal) => fetchStanding(person, signal), 'Not available')

type StandingStripProps = {
  entry: BoardEntry
  size: 's' | 'm' | 'l' | 'xl'
  /** Also offers the days as a table; default: from size `l` on. */
  table?: boolean
}

/** The thirty days of one participant as a strip. */
export const StandingStrip = ({ entry, size, table }: StandingStripProps) => {
  const today = useCurrentDay((challenge) => challenge.day)
  return <HeatStrip days={dayMarks(entry.days, today)} size={size} personName={entry.name} table={table} />
}

import type { BoardRow } from '@thirty/contracts/api/leaderboard.ts'
import type { ChallengeNow } from './current-day.ts'
import type { DayMark } from './pictures/day-mark.ts'

/** The thirty days of a participant as the pictures draw them, from the days that they handed in. */
export function boardMarks(
  days: BoardRow['days'],
  { day: today, totalDays, started }: Pick<ChallengeNow, 'day' | 'totalDays' | 'started'>,
): DayMark[] {
  const handedIn = new Map(days.map((each) => [each.day, each]))
  return Array.from({ length: totalDays }, (_, at): DayMark => {
    const day = at + 1
    const entry = handedIn.get(day)
    if (entry?.status === 'rejected') return { day, state: 'rejected' }
    if (started && day === today) return { day, state: entry ? 'today-done' : 'today-open' }
    // Before a start every day is open, so none has been missed.
    if (!entry) return { day, state: started && day < today ? 'missed' : 'to-come' }
    return entry.score === null ? { day, state: 'unrated' } : { day, state: 'scored', score: entry.score }
  })
}

import type { CurrentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import type { DaysResponse, OwnDay } from '@thirty/contracts/api/challenge/completions.ts'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import { isDayOpen, totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { journeyStream } from '@thirty/contracts/rules/streams/journey-stream.ts'
import { calculateStreak } from '@thirty/contracts/rules/points.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** What is told here about a project. */
type HandedIn = Pick<ProjectCard, '_id' | 'projectName' | 'day' | 'status' | 'averageRating' | 'ratingCount'>

export type CompletionQueriesOptions = {
  log: Pick<EventLog, 'read'>
  run: number
  clock: Clock
  currentDay: () => Promise<CurrentDayResponse>
  /** The projects that somebody handed in; at most one a day. */
  projectsOf: (user: string) => Promise<{ projects: readonly HandedIn[]; position: string }>
  /** Points on the board; `undefined` for who is not there. */
  pointsOf: (user: string) => Promise<number | undefined>
  /** Rank on the board, and how many are ranked. */
  rankOf: (user: string) => Promise<{ rank: number | null; totalParticipants: number }>
}

/** The 30 days of a participant. */
export type CompletionQueries = (user: string) => Promise<DaysResponse>

/**
 * Completed days are read from the participant's own stream, which holds little and is asked for by one person: no view
 * has to be fed with them, and an answer never lags behind what was just done.
 */
export function completionQueries(options: CompletionQueriesOptions): CompletionQueries {
  const { log, run, clock, currentDay, projectsOf, pointsOf, rankOf } = options
  return async (user) => {
    const [today, { projects, position }, completed, points, place] = await Promise.all([
      currentDay(),
      projectsOf(user),
      completedIn(log.read(journeyStream({ run, user }))),
      pointsOf(user),
      rankOf(user),
    ])
    const counted = projects.filter(({ status }) => status !== 'rejected')
    return {
      success: true,
      day: today.day,
      totalDays,
      days: ownDays({ projects, completed, today, now: clock() }),
      stats: {
        completed: completed.size,
        completedStreak: calculateStreak([...completed.keys()]),
        handedIn: projects.length,
        approved: projects.filter(({ status }) => status === 'approved').length,
        streak: calculateStreak(counted.map(({ day }) => day)),
        totalPoints: points ?? 0,
        ...place,
      },
      position,
    }
  }
}

/** The days that are complete, and since when (ISO). */
async function completedIn(events: AsyncIterable<RecordedEvent>): Promise<Map<number, string>> {
  const completed = new Map<number, string>()
  for await (const event of events) {
    // What stands in the log was checked against the catalogue before it was appended.
    const { type, data, at } = catalogue.upcast(event) as RecordedEvent & JourneyEvent
    if (type === 'DayCompleted') completed.set(data.day, at)
    else if (type === 'DayReopened') completed.delete(data.day)
  }
  return completed
}

type Known = {
  projects: readonly HandedIn[]
  completed: ReadonlyMap<number, string>
  today: CurrentDayResponse
  now: number
}

function ownDays({ projects, completed, today: { startsAt, timeZone }, now }: Known): OwnDay[] {
  const start = startsAt === null ? undefined : Date.parse(startsAt)
  const byDay = new Map(projects.map((project) => [project.day, project]))
  return Array.from({ length: totalDays }, (_, at) => {
    const day = at + 1
    const isOpen = isDayOpen(day, start, now, timeZone)
    return { day, isOpen, completedAt: completed.get(day) ?? null, project: shortened(byDay.get(day)) }
  })
}

function shortened(project: HandedIn | undefined): OwnDay['project'] {
  if (project === undefined) return null
  const { _id, projectName, status, averageRating, ratingCount } = project
  return { _id, projectName, status, averageRating, ratingCount }
}

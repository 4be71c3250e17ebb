// Reads completed days from the participant's own stream: it is short and only its owner requests it, so it needs no read model, and the
// response includes what the participant has just done.

import { ownDayProject } from '@thirty/contracts/challenge/api.ts'
import type { CurrentDayResponse, DaysResponse, OwnDay } from '@thirty/contracts/challenge/api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { journeyEvents } from '@thirty/contracts/challenge/events.ts'
import { isDayOpen, totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { journeyStream } from '@thirty/contracts/events/stream-names.ts'
import { calculateStreak } from '@thirty/contracts/leaderboard/points.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { PositionOf } from '../live-position.ts'

type SubmittedProject = Pick<ProjectCard, 'day' | keyof NonNullable<OwnDay['project']>>

type Today = Pick<CurrentDayResponse, 'day' | 'startsAt' | 'timeZone'>

export type CompletionQueriesOptions = {
  log: Pick<EventLog, 'read'>
  history: History
  clock: Clock
  currentDay: () => Promise<Today>
  /** Returns the projects of a user, at most one a day. */
  projectsOf: (user: string) => Promise<{ projects: readonly SubmittedProject[] }>
  /** Returns the leaderboard points of a user; `undefined` for a user who is not on the leaderboard. */
  pointsOf: (user: string) => Promise<number | undefined>
  /** Returns the leaderboard rank of a user, and the number of ranked participants. */
  rankOf: (user: string) => Promise<{ rank: number | null; totalParticipants: number }>
  positionOf: PositionOf
}

/** Returns the 30 days of a participant. */
export type CompletionQueries = (user: string) => Promise<DaysResponse>

export function completionQueries(options: CompletionQueriesOptions): CompletionQueries {
  const { log, history, clock, currentDay, projectsOf, pointsOf, rankOf } = options
  return async (user) => {
    const position = await options.positionOf('projects', 'leaderboard')
    const [today, { projects }, completed, points, ranking] = await Promise.all([
      currentDay(),
      projectsOf(user),
      completedDays(log, history, user),
      pointsOf(user),
      rankOf(user),
    ])
    const notRejected = projects.filter(({ status }) => status !== 'rejected')
    return {
      success: true,
      day: today.day,
      totalDays,
      days: ownDays(projects, completed, today, clock()),
      stats: {
        completed: completed.size,
        completedStreak: calculateStreak([...completed.keys()]),
        handedIn: projects.length,
        approved: projects.filter(({ status }) => status === 'approved').length,
        streak: calculateStreak(notRejected.map(({ day }) => day)),
        totalPoints: points ?? 0,
        ...ranking,
      },
      ...position,
    }
  }
}

/** Returns the days that a user completed in a history, each with the time of its completion (ISO). */
async function completedDays(
  log: Pick<EventLog, 'read'>,
  history: History,
  user: string,
): Promise<Map<number, string>> {
  const completed = new Map<number, string>()
  // Each run has its own stream: the oldest run comes first.
  for (const { run } of history.toReversed()) {
    for await (const event of log.read(journeyStream({ run, user }))) {
      if (!isInHistory(history, event) || !isEventOf(journeyEvents, event)) continue
      if (event.type === 'DayCompleted') completed.set(event.data.day, event.at)
      else completed.delete(event.data.day)
    }
  }
  return completed
}

function ownDays(
  projects: readonly SubmittedProject[],
  completed: ReadonlyMap<number, string>,
  { startsAt, timeZone }: Today,
  now: number,
): OwnDay[] {
  const start = startsAt === null ? undefined : Date.parse(startsAt)
  return Array.from({ length: totalDays }, (_, index) => {
    const day = index + 1
    const project = projects.find((one) => one.day === day)
    return {
      day,
      isOpen: isDayOpen(day, start, now, timeZone),
      completedAt: completed.get(day) ?? null,
      project: project ? fieldsOf(ownDayProject, project) : null,
    }
  })
}

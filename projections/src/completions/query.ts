// The endpoint of a participant's own 30 days, with completed days, projects, points and rank. Completed days are read from the stream of
// the participant: it is short and only its owner requests it, so it needs no read model, and the response has what was done just now.

import {
  completionEndpoints,
  ownDayProject,
  type CurrentDayResponse,
  type DaysResponse,
  type OwnDay,
} from '@thirty/contracts/challenge/api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { journeyEvents } from '@thirty/contracts/challenge/events.ts'
import { isDayOpen, totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { isInHistory } from '@thirty/contracts/challenge/history.ts'
import { journeyStream } from '@thirty/contracts/events/stream-names.ts'
import { calculateStreak } from '@thirty/contracts/leaderboard/points.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RunContext } from '../run-context.ts'

export const completionEndpoint = (context: RunContext): Endpoint =>
  endpoint(completionEndpoints.mine)(({ caller }) => ownDaysOf(context, caller.id))

/** Returns the 30 days of a participant. */
export async function ownDaysOf(context: RunContext, user: string): Promise<DaysResponse> {
  const position = await context.positionOf('projects', 'leaderboard')
  const [today, { projects }, completed, ranked, ranking] = await Promise.all([
    context.challenge.currentDay(),
    context.projectsOf(user),
    completedDays(context, user),
    context.standings.withNeighbours(user),
    context.boardQueries.rankOf(user),
  ])
  const notRejected = projects.filter(({ status }) => status !== 'rejected')
  return {
    day: today.day,
    totalDays,
    days: ownDays(projects, completed, today, context.clock()),
    stats: {
      completed: completed.size,
      completedStreak: calculateStreak([...completed.keys()]),
      handedIn: projects.length,
      approved: projects.filter(({ status }) => status === 'approved').length,
      streak: calculateStreak(notRejected.map(({ day }) => day)),
      totalPoints: ranked?.own.participant.score.totalPoints ?? 0,
      ...ranking,
    },
    ...position,
  }
}

/** Returns the days that a user completed in a history, each with the time of its completion (ISO). */
async function completedDays({ log, history }: RunContext, user: string): Promise<Map<number, string>> {
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
  projects: readonly ProjectCard[],
  completed: ReadonlyMap<number, string>,
  { startsAt, timeZone }: CurrentDayResponse,
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

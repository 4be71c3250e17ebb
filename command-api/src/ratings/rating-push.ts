// Tells the owners of projects by push about a rating, and after a reveal about the latest one that the freeze has hidden.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { isInHistory, publicHistory, type CurrentRun } from '@thirty/contracts/challenge/history.ts'
import { projectIdFromStream, projectStream, parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { isCounted } from '@thirty/contracts/projects/project-life.ts'
import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { decidesIn } from '../current-run.ts'
import type { Recorded } from '../fold.ts'
import type { PushNotice, With } from '../parts.ts'
import { ratingsFold, type RatedProject } from './evolve.ts'

type Rated = Recorded<Extract<ProjectEvent, { type: 'ProjectRated' }>>

/** `runs` are those after the reveal. Throws `LogUnavailable`. */
export async function notifyOfRevealed(
  { log, commands, notifyByPush }: With<'log' | 'commands' | 'notifyByPush'>,
  { run, history }: Pick<CurrentRun, 'run' | 'history'>,
  { runs, reveal }: { runs: Runs; reveal: Pick<Recorded, 'at' | 'position'> },
): Promise<void> {
  const freeze = runs.runs.get(run)?.freezes.findLast(({ position }) => position < reveal.position)
  if (freeze?.time === undefined) return
  const known = publicHistory(history, freeze.time)
  const hidden = new Map<string, Rated>()
  // Every rating that the freeze hides comes after the event that set it.
  const range = { after: freeze.position, until: reveal.position, streams: [projectStream('')] }
  for await (const events of log.readAll(range))
    for (const event of events) {
      if (!isEventOf(projectEvents, event) || event.type !== 'ProjectRated') continue
      if (isInHistory(history, event) && !isInHistory(known, event)) hidden.set(event.stream, event)
    }
  for (const [stream, { id, data }] of hidden) {
    const { state } = await commands.load(stream, { ...ratingsFold, ...decidesIn({ run, history }) })
    const projectId = projectIdFromStream(stream)
    // The owner learns of it now, however old the rating is.
    const event = { id, at: reveal.at }
    if (projectId !== undefined) notifyOfRating({ notifyByPush }, state, { ...data, projectId, event })
  }
}

/** A rating of a project. The event is missing if it changed nothing. */
type GivenRating = { projectId: string; criteria: Criteria; event: PushNotice['event'] | undefined }

/** Tells the owner of a project by push about a rating. */
export function notifyOfRating(
  { notifyByPush }: With<'notifyByPush'>,
  project: RatedProject,
  { projectId, criteria, event }: GivenRating,
): void {
  const { user, day } = parseProjectId(projectId) ?? {}
  if (event === undefined || user === undefined || day === undefined) return
  if (!isCounted(project)) return
  const { projectName } = project
  notifyByPush(user, {
    write: ({ text }) => ({
      title: text('pushRatedTitle'),
      body: text('pushRated', { project: projectName, day, average: calculateRatingAverage(criteria) }),
    }),
    path: `/project/${projectId}`,
    tag: `rated ${projectId}`,
    event,
  })
}

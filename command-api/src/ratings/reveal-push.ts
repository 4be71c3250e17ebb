// Tells the owners of projects by push about the latest rating of each project that the freeze has hidden.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import {
  isInHistory,
  publicHistory,
  type CurrentRun,
  type HistoryEvent,
} from '@thirty/contracts/challenge/history.ts'
import { projectIdFromStream, projectStream } from '@thirty/contracts/projects/project-id.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Recorded } from '../fold.ts'
import type { Commands } from '../handle.ts'
import type { With } from '../parts.ts'
import { ratingsFold } from './evolve.ts'
import { notifyOfRating } from './rating-push.ts'

type RevealParts = With<'notifyByPush'> & {
  log: Pick<EventLog, 'readAll'>
  commands: Pick<Commands, 'load'>
}

type Rated = Recorded<Extract<ProjectEvent, { type: 'ProjectRated' }>>

/** `runs` are those after the reveal. Throws `LogUnavailable`. */
export async function notifyOfRevealed(
  { log, commands, notifyByPush }: RevealParts,
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
    const isRelevant = (event: HistoryEvent) => isInHistory(history, event)
    const { state } = await commands.load(stream, { ...ratingsFold, isRelevant })
    const projectId = projectIdFromStream(stream)
    // The owner learns of it now, however old the rating is.
    const event = { id, at: reveal.at }
    if (projectId !== undefined) notifyOfRating({ notifyByPush }, state, { ...data, projectId, event })
  }
}

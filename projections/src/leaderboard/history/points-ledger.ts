import type { LedgerEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { calculateRatingAverage, roundToOneDecimal } from '@thirty/contracts/rules/points.ts'
import {
  projectId,
  projectIdFromStream,
  parseProjectId,
  projectStream,
} from '@thirty/contracts/rules/streams/project-id.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Participant } from '../participant.ts'

/** The events behind a total, oldest first; the changes add up to it. `undefined` for who is not on the board. */
export type LoadPointsLedger = (user: string) => Promise<LedgerEntry[] | undefined>

export type PointsLedgerOptions = {
  log: EventLog
  store: ReadModelStore
  projection: Projection<Participant>
  run: number
}

/** Explains totals by folding the participant's own events again, up to where the board is built. */
export function pointsLedger({ log, store, projection: view, run }: PointsLedgerOptions): LoadPointsLedger {
  return async (user) => {
    const until = await store.checkpoint(view)
    const [participant] = await store.load<Participant>(view, [user])
    // Only ids of known participants ever become names of streams.
    if (participant === undefined) return undefined
    const events = await eventsOf(log, user, run)
    return foldLedger(
      view,
      events.filter(({ position }) => position <= until),
      user,
    )
  }
}

async function eventsOf(log: EventLog, user: string, run: number): Promise<RecordedEvent[]> {
  const days = Array.from({ length: totalDays }, (_, at) => at + 1)
  const streams = [`user-${user}`, ...days.map((day) => projectStream(projectId({ run, day, user })))]
  // Side by side: a log over the network would be waited for once for each of them.
  const histories = await Promise.all(streams.map((stream) => historyOf(log, stream)))
  return histories.flat().sort((left, right) => (left.position < right.position ? -1 : 1))
}

async function historyOf(log: EventLog, stream: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for await (const event of log.read(stream)) events.push(event)
  return events
}

/** The ledger of a participant, from the events of the participant in the order of the log. */
export function foldLedger(
  view: Projection<Participant>,
  events: readonly RecordedEvent[],
  user: string,
): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  let participant: Participant | undefined
  let total = 0
  for (const event of events) {
    if (!view.documentIds(event).includes(user)) continue
    participant = view.evolve(participant, event, user)
    const now = participant?.score.totalPoints ?? 0
    if (now === total) continue
    const change = roundToOneDecimal(now - total)
    const position = event.position.toString()
    entries.push({ at: event.at, position, reason: reasonOf(event), change, total: now })
    total = now
  }
  return entries
}

function reasonOf(event: RecordedEvent): string {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data, stream } = event as RecordedEvent & ProjectEvent
  const day = `Day ${parseProjectId(projectIdFromStream(stream) ?? '')?.day}`
  switch (type) {
    case 'ProjectSubmitted':
      return `${day} handed in`
    case 'ProjectRevised':
      return `${day} revised`
    case 'ProjectWithdrawn':
      return `${day} withdrawn`
    case 'ProjectApproved':
      return `${day} approved`
    case 'ProjectRejected':
      return `${day} rejected`
    case 'ProjectRated':
      return `${day} rated ${calculateRatingAverage(data.criteria).toFixed(1)}`
    case 'ProjectLiked':
    case 'ProjectUnliked':
    case 'CommentPosted':
    case 'CommentRemoved':
      return day
    default:
      return day
  }
}

// The ledger of a participant: the events that changed the total, folded from the log when a reader opens it.

import type { LedgerEntry } from '@thirty/contracts/leaderboard/api.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { calculateRatingAverage, roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { isOnBoard, publicHistory, scoringOf, type History } from '@thirty/contracts/challenge/history.ts'
import { countedAverage, defaultScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import {
  projectIdFromStream,
  parseProjectId,
  projectStream,
  subjectUserId,
  possibleProjectIds,
} from '@thirty/contracts/projects/project-id.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { shownBuild } from '../../read-model-state.ts'
import type { RunContext } from '../../run-context.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { LRUCache } from 'lru-cache'
import { boardEvents, isPersonEvent, type BoardEvent, type PersonEvent } from '../evolve.ts'
import type { Participant } from '../participant.ts'
import { onWire, say, type Text } from '@thirty/contracts/texts/text.ts'

const maxCachedEntries = 100_000

/**
 * Returns what finds the events that changed the total of a participant, oldest first; their changes add up to the total. `undefined` for a
 * user who is not on the leaderboard. Folds the events up to the position at which the present total was reached: later ones changed
 * nothing. The result is valid until that position changes, so it is cached under it, and reactions to the participant's projects cost
 * nothing here.
 */
export function pointsLedger({ log, store, history, frozenAt, readModels }: RunContext) {
  const projection = readModels.leaderboard
  /** `upTo`: the position at which the present total was reached. */
  const compute = async (user: string, upTo: bigint): Promise<LedgerEntry[]> => {
    const events = await readParticipantEvents(log, user, history)
    const known = publicHistory(history, await frozenAt())
    return foldLedger(
      projection,
      events.filter((event) => event.position <= upTo && isKnown(known, event)),
      user,
      scoringOf(history),
    )
  }
  const ledgers = new LRUCache<string, LedgerEntry[], () => Promise<LedgerEntry[]>>({
    maxSize: maxCachedEntries,
    sizeCalculation: (entries) => entries.length + 1,
    // Without this, evicting an entry would fail the request that is still reading it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => context(),
  })

  return async (user: string): Promise<LedgerEntry[] | undefined> => {
    const { build } = (await shownBuild(store, projection)).build
    const [participant] = await store.load<Participant>(projection, [user])
    // The id comes from a request: only ids of known participants are used as stream names.
    if (participant === undefined) return undefined
    const key = `${build} ${user} ${participant.reached}`
    return ledgers.forceFetch(key, { context: () => compute(user, BigInt(participant.reached)) })
  }
}

/** Events about the person belong to no run. */
const isKnown = (history: History, event: RecordedEvent): boolean =>
  subjectUserId(event.stream) !== undefined || isOnBoard(history, event)

/** Returns the events of a participant and of all their projects, in the order of the log. */
async function readParticipantEvents(log: Pick<EventLog, 'read'>, user: string, history: History) {
  const streams = [`user-${user}`, ...possibleProjectIds(history, user).map(projectStream)]
  // Read in parallel, because one after the other would take 31 round trips or more.
  const eventsByStream = await Promise.all(streams.map((stream) => Array.fromAsync(log.read(stream))))
  return eventsByStream.flat().sort((left, right) => (left.position < right.position ? -1 : 1))
}

/** `events` are in the order of the log. */
export function foldLedger(
  projection: Projection<Participant, typeof boardEvents>,
  events: readonly RecordedEvent[],
  user: string,
  scoring: Scoring = defaultScoring,
): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  let participant: Participant | undefined
  let total = 0
  for (const event of events) {
    if (!isEventOf(boardEvents, event) || !projection.documentIds(event).includes(user)) continue
    participant = projection.evolve(participant, event, user, () => undefined)
    const newTotal = participant?.score.totalPoints ?? 0
    // Events about the person change no total.
    if (newTotal === total || isPersonEvent(event)) continue
    const change = roundToOneDecimal(newTotal - total)
    const position = event.position.toString()
    const { message: reason, text } = onWire(reasonOf(event, scoring))
    entries.push({ at: event.at, position, reason, text, change, total: newTotal })
    total = newTotal
  }
  return entries
}

const changeTexts = {
  ProjectSubmitted: 'daySubmitted',
  ProjectRevised: 'dayRevised',
  ProjectWithdrawn: 'dayWithdrawn',
  ProjectApproved: 'dayApproved',
  ProjectRejected: 'dayRejected',
} as const

/** Of a rating it says the average, and what that counts if it is another number. */
function reasonOf(event: Exclude<BoardEvent, PersonEvent>, scoring: Scoring): Text {
  const day = parseProjectId(projectIdFromStream(event.stream) ?? '')?.day ?? 0
  if (event.type !== 'ProjectRated') return say(changeTexts[event.type], { day })
  const { rater, criteria } = event.data
  const average = calculateRatingAverage(criteria)
  const counted = countedAverage({ rater, average }, scoring)
  const score = { number: average, digits: 1 }
  if (counted === average) return say('dayRated', { day, score })
  return say('dayRatedCounted', { day, score, counted: { number: counted, digits: 1 } })
}

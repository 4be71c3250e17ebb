// Counts the ratings in which two places of the history differ. The log is read for the count: boards in memory do without the ratings by
// participants, which are most events and count for no points.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import {
  evolveStatus,
  isPresent,
  lifeEvents,
  type LifeEvent,
} from '@thirty/contracts/projects/project-life.ts'
import { isOnBoard, type History } from '@thirty/contracts/challenge/history.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'

/** A history up to a position. */
type Place = { history: History; position: bigint }

/** The users who rated each project, by its stream. A project that is not there is missing. */
type WrittenRatings = Map<string, Set<string>>

/** Returns how many ratings, official or not, the first place has that the second has not, and the other way round. */
export async function countOtherRatings(
  log: Pick<EventLog, 'readAll'>,
  first: Place,
  second: Place,
): Promise<[number, number]> {
  const places = [first, second].map((place) => ({ ...place, ratings: new Map() as WrittenRatings }))
  const until = first.position > second.position ? first.position : second.position
  for await (const events of log.readAll({ until, streams: ['project-'] }))
    for (const event of events) {
      if (!isEventOf(lifeEvents, event)) continue
      for (const { history, position, ratings } of places)
        if (event.position <= position && isOnBoard(history, event)) applyEvent(ratings, event)
    }
  const [ofFirst = new Map(), ofSecond = new Map()] = places.map(({ ratings }) => ratings)
  return [countMissing(ofFirst, ofSecond), countMissing(ofSecond, ofFirst)]
}

function applyEvent(ratings: WrittenRatings, event: LifeEvent & { stream: string }): void {
  const { stream } = event
  if (event.type === 'ProjectRated') ratings.get(stream)?.add(event.data.rater)
  else if (event.type === 'ProjectSubmitted') ratings.set(stream, new Set())
  else if (!isPresent(evolveStatus('submitted', event))) ratings.delete(stream)
}

function countMissing(ratings: WrittenRatings, other: WrittenRatings): number {
  let count = 0
  for (const [stream, raters] of ratings)
    for (const rater of raters) if (other.get(stream)?.has(rater) !== true) count += 1
  return count
}

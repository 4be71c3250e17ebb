// The projection of the leaderboard of a history: a document for each participant, by user id. Admins have no document. A second one, without
// personal data, folds leaderboards of the past.

import { shownNames } from '@thirty/contracts/accounts/names-in-languages.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { isOnBoard, scoringOf, type History } from '@thirty/contracts/challenge/history.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { searchTexts } from '@thirty/contracts/user-texts/search-text.ts'
import { subjectProject, subjectUserId } from '@thirty/contracts/projects/project-id.ts'
import type { IndexEntry, Projection } from '@thirty/infra/read-models/projection.ts'
import { boardName } from '@thirty/contracts/challenge/run-name.ts'
import { boardEvents, evolvePerson, evolveProjects, isPersonEvent, type BoardEvent } from './evolve.ts'
import { isRanked, placeOf, rankKey, type Participant } from './participant.ts'

/**
 * All points are computed with the scoring of the history, also the points of events before a change of the scoring (decision 0101).
 * Dates are in the time zone in which challenge days begin and end (`challenge-day.ts`). The time zone is part of the projection's name,
 * as is the run. Indexes:
 * - `points`, `projects`, `quality`, `streak`: ranked participants, best first (scores are negative), equals in rank
 *   order;
 * - `joined`: ranked participants by the time they joined;
 * - `rated`, `stars`: number and sum of the official averages of each ranked participant;
 * - `handed-in:<date>`: number of projects of each ranked participant on their latest date (in days since 1970);
 * - `participants`: all participants, by the time they joined. No document ever leaves it.
 */
export function leaderboardProjection(
  history: History,
  timeZone = 'UTC',
): Projection<Participant, typeof boardEvents> {
  const run = boardName(history)
  const scoring = scoringOf(history)
  const excluded = new Set(scoring.excluded)
  return {
    name: timeZone === 'UTC' ? `leaderboard-${run}` : `leaderboard-${run}-${timeZone}`,
    version: 13,
    streams: ['user-', 'deleted-', 'project-'],
    events: boardEvents,
    documentIds: (event) => {
      const id = participantOf(event, history)
      return id === undefined ? [] : [id]
    },
    evolve: (participant, event, id) => {
      const rules = { timeZone, scoring, isExcluded: excluded.has(id) }
      return isPersonEvent(event)
        ? evolvePerson(participant, event, rules)
        : evolveProjects(participant, event, rules)
    },
    indexEntries: boardIndexEntries,
    texts: (participant) => searchTexts(...shownNames(participant), participant.username),
  }
}

/** Returns the id of the participant whom an event changes. Ratings by participants change nobody. */
function participantOf(event: BoardEvent, history: History): string | undefined {
  if (event.type === 'ProjectRated' && !event.data.official) return undefined
  if (isPersonEvent(event)) return subjectUserId(event.stream)
  return isOnBoard(history, event) ? subjectProject(event.stream)?.user : undefined
}

/** Returns the index entries of a participant, which do not depend on single projects. */
export function boardIndexEntries(
  participant: Omit<Participant, 'projects'>,
  id: string,
): Record<string, IndexEntry> {
  const { score, joined } = participant
  const participants = { score: joined, tiebreaker: id }
  if (!isRanked(participant)) return { participants }
  const tiebreaker = rankKey(participant)
  const entries: Record<string, IndexEntry> = {
    participants,
    joined: { score: joined },
    points: placeOf(participant),
    projects: { score: -score.projects, tiebreaker },
    quality: { score: -score.quality, tiebreaker },
    streak: { score: -score.streak, tiebreaker },
  }
  const { rated, stars, handedIn } = participant.tally
  if (rated > 0) {
    entries['rated'] = { score: rated }
    entries['stars'] = { score: stars }
  }
  // Only today is ever counted, so only the latest date of a participant matters.
  if (handedIn !== null) entries[`handed-in:${handedIn.date}`] = { score: handedIn.count }
  return entries
}

/**
 * Standings of earlier dates that are kept. The movement needs the one of the day before; one more is for events around midnight,
 * because the clocks of several processes differ a little.
 */
const keptStandings = 2

/** The events of the leaderboard without names and pictures. */
const pastEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'UserStatusChanged'),
  ...deletionEvents,
  ...lifeEvents,
}

/**
 * Returns the projection with which `past-boards.ts` folds past leaderboards: the live one without personal data. Name, username and
 * picture are added when a board is read, as they are today.
 */
export function pastLeaderboardProjection(
  history: History,
  timeZone: string,
): Projection<Participant, typeof pastEvents> {
  const live = leaderboardProjection(history, timeZone)
  return {
    ...live,
    name: `past-${live.name}`,
    events: pastEvents,
    evolve: (participant, event, id, others) => {
      const after = live.evolve(participant, event, id, others)
      return after && withShortHistory(withoutPerson(after))
    },
  }
}

function withoutPerson(participant: Participant): Participant {
  if (participant.name === '') return participant
  const { nameCodes: _, ...others } = participant
  return { ...others, name: '', username: null, picture: null }
}

const withShortHistory = (participant: Participant): Participant =>
  participant.history.length <= keptStandings
    ? participant
    : { ...participant, history: participant.history.slice(-keptStandings) }

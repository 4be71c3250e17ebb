import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { currentRun, isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { boardDigest, contendersOf } from '@thirty/projections/leaderboard/folded-boards.ts'
import { isRanked, type Participant } from '@thirty/projections/leaderboard/participant.ts'
import { deletedPeopleProjection } from '@thirty/projections/deleted-people.ts'
import { leaderboardProjection } from '@thirty/projections/leaderboard/projection.ts'
import { readChallenge } from '@thirty/projections/read-challenge.ts'
import { pastModels } from '@thirty/projections/past-models.ts'
import { members } from '@thirty/projections/people/members.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { type GivenEvent } from './event-builders.ts'
import { documentsAfter, recordedEvents, storeAfter } from './fold-events.ts'
import { recordedLog } from './fake-event-log.ts'

const timeZone = 'UTC'
/** Later than every event of a random challenge. */
export const setupNow = Date.parse('2026-12-01T12:00:00.000Z')

/** The queries about the past over some events, and the leaderboard of the current run by its live projections. */
export async function pastSetup(given: readonly GivenEvent[], overrides: Partial<EventLog> = {}) {
  const log = { ...recordedLog(given), ...overrides }
  const { history } = currentRun((await readChallenge(log)).runs)
  const projection = leaderboardProjection(history, timeZone)
  const store = await storeAfter([projection, peopleProjection, deletedPeopleProjection], given)
  const models = pastModels({
    store,
    log,
    clock: () => setupNow,
    timeZone,
    board: () => projection,
    members: members(store),
  })

  /** What the live read models show. Only ranked participants with a project that counts have ranks. */
  const board = () => {
    const documents = documentsAfter(projection, given)
    const ranked = [...documents]
      .map(([id, participant]) => ({ id, participant }))
      .filter(({ participant }) => participant.score.projects > 0 && isRanked(participant))
      .toSorted(byRank)
    const counted = ranked.flatMap(({ participant }) =>
      participant.projects.filter(({ status }) => status !== 'rejected'),
    )
    const points = ranked.reduce((sum, { participant }) => sum + participant.score.totalPoints, 0)
    return {
      digest: boardDigest(contendersOf(documents)),
      figures: {
        totalProjects: counted.length,
        totalParticipants: ranked.length,
        averagePoints: ranked.length === 0 ? 0 : roundToOneDecimal(points / ranked.length),
        days: Array.from(
          { length: totalDays },
          (_, index) => counted.filter(({ day }) => day === index + 1).length,
        ),
      },
      projects: counted,
      rows: ranked.map(({ id, participant: { name, score } }, index) => ({
        id,
        name,
        rank: index + 1,
        points: score.totalPoints,
      })),
      ratings: ratingsIn(given, history),
    }
  }
  return { ...models, log, store, history, board }
}

/** All ratings of projects, official or not. They end with their project. */
function ratingsIn(given: readonly GivenEvent[], history: History): { id: string }[] {
  let ratings: string[] = []
  for (const event of recordedEvents(given)) {
    if (!isEventOf(lifeEvents, event) || !isInHistory(history, event)) continue
    const { type, stream, data } = event
    if (type === 'ProjectRated') ratings.push(`${stream} ${data.rater}`)
    else if (type === 'ProjectWithdrawn') ratings = ratings.filter((rating) => !rating.startsWith(stream))
  }
  return [...new Set(ratings)].map((id) => ({ id }))
}

type Entry = { id: string; participant: Participant }

const byRank = (left: Entry, right: Entry) =>
  right.participant.score.totalPoints - left.participant.score.totalPoints ||
  (left.participant.reached < right.participant.reached ? -1 : 1)

// Previews what a restore of a backup would change: compares the current leaderboard with the one of the place of the backup, both with the
// accounts of today.

import { nameAs, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import type { PreviewRow, RestorePreview } from '@thirty/contracts/backups/api.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { challengeDay, totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { currentRun, periodOf, type History, isOnBoard } from '@thirty/contracts/challenge/history.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { livePosition } from '../../read-model-state.ts'
import type { PastContext } from '../../past-context.ts'
import {
  isCounted,
  evolveStatus,
  isPresent,
  lifeEvents,
  type LifeEvent,
} from '@thirty/contracts/projects/project-life.ts'
import {
  boardDigest,
  boardFigures,
  compareBoards,
  contendersOf,
  rankedBoard,
  type ComparedRow,
  type RankedBoard,
} from '../folded-boards.ts'
import type { Participant } from '../participant.ts'
import { periodAt, type BackupQueries } from './query.ts'
import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import { readChallenge } from '../../read-challenge.ts'
import type { PastBoard } from '../past-boards/past-boards.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'

/** Most projects and participants of one list in a preview. */
const maxListed = 200
const topRows = 10

/** Returns a function that returns what a restore of a backup would change; `undefined` for an unknown or deleted backup. */
export function previewRestore(context: PastContext, backups: BackupQueries) {
  const { log, boards, places, members } = context
  return async (id: string): Promise<RestorePreview | undefined> => {
    const position = await log.head()
    const challenge = await readChallenge(log, position)
    const recorded = challenge.backups.find((candidate) => candidate.id === id)
    if (recorded === undefined) return undefined
    const [backup] = await backups.describe([recorded], challenge)
    if (backup === undefined) return undefined
    const { history } = currentRun(challenge.runs)
    const place = await places.board(recorded.of, challenge)
    const board = await boards.at(history, position, challenge)
    const personOf = await members.peopleOfToday([...board.documents.keys(), ...place.board.documents.keys()])
    // The board of now has everybody who ever took part with an account here.
    const isRanked = (who: string) => (board.documents.get(who)?.status ?? 'active') === 'active'
    const now = previewed({ history, board }, isRanked, challenge, context)
    const after = previewed(place, isRanked, challenge, context)
    const [vanishing, appearing] = await countOtherRatings(log, { history, board }, place)
    const compared = compareBoards(now.ranked, after.ranked)
    const moved = compared
      .rows()
      .filter((row) => row.rankNow !== row.rankAfter || row.pointsNow !== row.pointsAfter)
    const withPerson = (row: ComparedRow): PreviewRow => {
      const { picture, username: _, ...named } = personOf(row.id)
      return { ...row, ...named, avatar: imagePath(picture) }
    }
    return {
      backup,
      now: now.figures,
      after: after.figures,
      appears: { ...difference(after.ranked, now.ranked, personOf), ratings: appearing },
      vanishes: { ...difference(now.ranked, after.ranked, personOf), ratings: vanishing },
      top: compared.first(after.ranked, topRows).map(withPerson),
      moved: { total: moved.length, first: moved.slice(0, maxListed).map(withPerson) },
      position: position.toString(),
      epoch: (await livePosition(context.store, context.board())).epoch,
    }
  }
}

function previewed(
  { history, board }: { history: History; board: PastBoard },
  isRanked: (id: string) => boolean,
  { runs: { runs } }: ChallengeState,
  { clock, timeZone }: PastContext,
): { ranked: RankedBoard; figures: RestorePreview['now'] } {
  const contenders = contendersOf(board.documents)
  const ranked = rankedBoard(contenders, ({ id }) => isRanked(id))
  const period = periodOf(history, runs)
  const now = clock()
  const figures = {
    ...boardFigures(ranked.values()),
    days: projectsByDay(ranked),
    day: challengeDay(period.startsAt, now, timeZone),
    challengePeriod: periodAt(period, now, timeZone),
    // Of all participants, ranked or not.
    digest: boardDigest(contenders),
  }
  return { ranked, figures }
}

/** Returns the number of ranked projects that count of each of the 30 days. */
function projectsByDay(ranked: RankedBoard): number[] {
  const days = Array.from({ length: totalDays }, () => 0)
  for (const { participant } of ranked.values())
    for (const { day } of countedProjects(participant)) days[day - 1] = (days[day - 1] ?? 0) + 1
  return days
}

/** Returns what one board has and the other has not. */
function difference(board: RankedBoard, other: RankedBoard, personOf: (id: string) => Named) {
  const projects = [...board.values()]
    .flatMap(({ id: owner, participant }) => {
      const known = new Set(countedProjects(other.get(owner)?.participant).map(({ id }) => id))
      return countedProjects(participant)
        .filter(({ id }) => !known.has(id))
        .map((project) => ({ owner, project }))
    })
    .sort(
      (left, right) => right.project.at - left.project.at || (left.project.id < right.project.id ? -1 : 1),
    )
  const first = projects.slice(0, maxListed).map(({ owner, project: { id, name, day } }) => ({
    _id: id,
    projectName: name,
    day,
    ...nameAs('owner', personOf(owner)),
  }))
  const participants = [...board.keys()].filter((id) => !other.has(id)).length
  return { projects: { total: projects.length, first }, participants }
}

const countedProjects = (participant: Participant | undefined) =>
  participant?.projects.filter(isCounted) ?? []

type Place = { history: History; board: Pick<PastBoard, 'position'> }

/** The users who rated each project, by its stream. A project that is not there is missing. */
type WrittenRatings = Map<string, Set<string>>

/**
 * Returns how many ratings, official or not, the first place has that the second has not, and the other way round. The log is read for the
 * count: boards in memory do without the ratings by participants, which are most events and count for no points.
 */
export async function countOtherRatings(
  log: Pick<EventLog, 'readAll'>,
  first: Place,
  second: Place,
): Promise<[number, number]> {
  const places = [first, second].map((place) => ({ ...place, ratings: new Map() as WrittenRatings }))
  const until = first.board.position > second.board.position ? first.board.position : second.board.position
  for await (const events of log.readAll({ until, streams: ['project-'] }))
    for (const event of events) {
      if (!isEventOf(lifeEvents, event)) continue
      for (const { history, board, ratings } of places)
        if (event.position <= board.position && isOnBoard(history, event)) applyEvent(ratings, event)
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

// Previews what a restore of a backup would change: compares the current leaderboard with the one of the place of the backup, both with the
// accounts of today.

import { nameAs, standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import type { PreviewRow, RestorePreview } from '@thirty/contracts/backups/api.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { challengeDay, totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { currentRun, periodOf, type History } from '@thirty/contracts/challenge/history.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { CurrentPerson, CurrentPersons } from '../../summaries.ts'
import { boardDigest, boardFigures, contendersOf, type Contender } from '../past-boards/board-digest.ts'
import { isCounted } from '@thirty/contracts/projects/project-life.ts'
import type { Participant } from '../participant.ts'
import { periodAt, type BackupQueries } from './query.ts'
import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import { readChallenge } from '../../read-challenge.ts'
import type { PastBoard } from '../past-boards/past-board.ts'
import type { PastBoards } from '../past-boards/past-boards.ts'
import type { BackupPlaces } from './backup-places.ts'
import { countOtherRatings } from './count-other-ratings.ts'

export type PreviewOptions = {
  log: Pick<EventLog, 'read' | 'readAll' | 'head'>
  boards: PastBoards
  places: BackupPlaces
  backups: BackupQueries
  currentPersons: CurrentPersons
  epoch(): Promise<string>
  clock: Clock
  timeZone: string
}

/** Returns what a restore of a backup would change; `undefined` for an unknown or deleted backup. */
export type PreviewRestore = (id: string) => Promise<RestorePreview | undefined>

/** Most projects and participants of one list in a preview. */
const maxListed = 200
/** First rows of the leaderboard after the restore. */
const topRows = 10

export function previewRestore(options: PreviewOptions): PreviewRestore {
  const { log, boards, places, backups, currentPersons } = options
  return async (id) => {
    const position = await log.head()
    const challenge = await readChallenge(log, position)
    const recorded = challenge.backups.find((candidate) => candidate.id === id)
    if (recorded === undefined) return undefined
    const { history } = currentRun(challenge.runs)
    const [backup] = await backups.describe([recorded], challenge)
    const place = await places.board(recorded.of, challenge)
    const board = await boards.at(history, position, challenge)
    if (backup === undefined) return undefined
    const persons = await currentPersons([
      ...new Set([...board.documents.keys(), ...place.board.documents.keys()]),
    ])
    const [now, after] = [standingsOf(board, persons), standingsOf(place.board, persons)]
    const [vanishing, appearing] = await countOtherRatings(
      log,
      { history, position },
      { history: place.history, position: place.board.position },
    )
    const moved = movedRows(now, after, persons)
    return {
      success: true,
      backup,
      now: figuresOf(now, history, challenge, options),
      after: figuresOf(after, place.history, challenge, options),
      appears: { ...difference(after, now, persons), ratings: appearing },
      vanishes: { ...difference(now, after, persons), ratings: vanishing },
      top: after.ranked.slice(0, topRows).map(({ id: user }) => rowOf(user, now, after, persons)),
      moved: { total: moved.length, first: moved.slice(0, maxListed) },
      position: position.toString(),
      epoch: await options.epoch(),
    }
  }
}

/** A board as previews compare it: the ranked participants with a project, in rank order, with ranks from 1. */
type ComparedBoard = {
  participants: ReadonlyMap<string, Participant>
  digest: string
  ranked: readonly Contender[]
  rankById: ReadonlyMap<string, number>
}

type Persons = ReadonlyMap<string, CurrentPerson>

function standingsOf({ documents }: PastBoard, persons: Persons): ComparedBoard {
  const contenders = contendersOf(documents)
  const ranked = contenders.filter(({ id }) => persons.get(id)?.isRanked !== false)
  const rankById = new Map(ranked.map(({ id }, index) => [id, index + 1]))
  return { participants: documents, digest: boardDigest(contenders), ranked, rankById }
}

function figuresOf(
  board: ComparedBoard,
  history: History,
  { runs: { runs } }: ChallengeState,
  { clock, timeZone }: PreviewOptions,
): RestorePreview['now'] {
  const now = clock()
  const period = periodOf(history, runs)
  return {
    ...boardFigures(board.ranked),
    days: projectsByDay(board),
    day: challengeDay(period.startsAt, now, timeZone),
    challengePeriod: periodAt(period, now, timeZone),
    digest: board.digest,
  }
}

/** Returns the number of ranked projects that count of each of the 30 days. */
function projectsByDay({ ranked, participants }: ComparedBoard): number[] {
  const days = Array.from({ length: totalDays }, () => 0)
  for (const { id } of ranked)
    for (const project of participants.get(id)?.projects ?? [])
      if (isCounted(project)) days[project.day - 1] = (days[project.day - 1] ?? 0) + 1
  return days
}

/** Returns what one board has and the other has not. */
function difference(
  board: ComparedBoard,
  other: ComparedBoard,
  persons: Persons,
): Omit<RestorePreview['appears'], 'ratings'> {
  const projects = board.ranked
    .flatMap(({ id: owner }) => {
      const known = other.rankById.has(owner) ? countedIds(other.participants.get(owner)) : new Set<string>()
      const { projects: all = [] } = board.participants.get(owner) ?? {}
      return all
        .filter((project) => isCounted(project) && !known.has(project.id))
        .map((project) => ({ owner, project }))
    })
    .sort(
      (left, right) => right.project.at - left.project.at || (left.project.id < right.project.id ? -1 : 1),
    )
  const first = projects.slice(0, maxListed).map(({ owner, project: { id, name, day } }) => ({
    _id: id,
    projectName: name,
    day,
    ...nameAs('owner', personOf(owner, persons)),
  }))
  const participants = board.ranked.filter(({ id }) => !other.rankById.has(id)).length
  return {
    projects: { total: projects.length, first },
    participants,
  }
}

const countedIds = (participant: Participant | undefined): ReadonlySet<string> =>
  new Set(participant?.projects.filter(isCounted).map(({ id }) => id))

/** Returns the participants whose rank or points change, by rank after the restore and then by the rank now. */
function movedRows(now: ComparedBoard, after: ComparedBoard, persons: Persons): PreviewRow[] {
  const vanished = now.ranked.filter(({ id }) => !after.rankById.has(id))
  return [...after.ranked, ...vanished]
    .map(({ id }) => rowOf(id, now, after, persons))
    .filter(
      ({ rankNow, rankAfter, pointsNow, pointsAfter }) => rankNow !== rankAfter || pointsNow !== pointsAfter,
    )
}

function rowOf(id: string, now: ComparedBoard, after: ComparedBoard, persons: Persons): PreviewRow {
  return {
    id,
    ...nameAs('name', personOf(id, persons)),
    avatar: imagePath(persons.get(id)?.picture ?? null),
    rankNow: now.rankById.get(id) ?? null,
    rankAfter: after.rankById.get(id) ?? null,
    pointsNow: pointsIn(now, id),
    pointsAfter: pointsIn(after, id),
  }
}

const pointsIn = ({ rankById, participants }: ComparedBoard, id: string): number | null =>
  rankById.has(id) ? (participants.get(id)?.score.totalPoints ?? null) : null

const personOf = (id: string, persons: Persons) => persons.get(id) ?? standIn('personElsewhere', 'name')

// Reads participants of the leaderboard together with their ranks, and what other slices need of them: submissions, points and rank of users,
// the days on which they submitted, the standing on a profile, and the first ones. Makes their rows, as responses contain them.

import { rankReason } from '@thirty/contracts/leaderboard/rank.ts'
import type { ProfileStanding } from '@thirty/contracts/accounts/public-profile-api.ts'
import type { BoardRow, ShowcaseRow } from '@thirty/contracts/leaderboard/api.ts'
import type { Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { isCounted } from '@thirty/contracts/projects/project-life.ts'
import type {
  IndexPlace,
  IndexRange,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { type FoundDocument, placeAfter } from '../document-reads.ts'
import { dailyRanks, dateBefore, type DailyRanksOptions, type RankLookup } from './over-time/daily-ranks.ts'
import { placeOf, type Participant, pointsWith, type BoardProject } from './participant.ts'

/** A participant with the values that depend on other participants. */
export type Standing = {
  id: string
  participant: Participant
  /** Counted from 1. */
  rank: number
  /** Why the participant is ranked above the next one with the same points; null if the next one has fewer. */
  reason: string | null
  /** Number of ranks gained since the start of the day (UTC); null for a participant who was not ranked then. */
  movement: number | null
}

/** Indexes by which the board can be listed. */
export type BoardIndex = 'points' | 'projects' | 'quality' | 'streak'

/** `timeZone`: in which days begin and end; the read model is the one of this time zone. */
export type StandingsOptions = DailyRanksOptions & { timeZone: string }

/** What reads participants with their ranks. A `Standing` is one participant, with rank and movement. */
export type Standings = ReturnType<typeof standings>

/** Offsets count from 0. */
export function standings(options: StandingsOptions) {
  const { store, readModel, clock, timeZone } = options
  const ranks = dailyRanks(options)

  const loadYesterdaysRanks = () => ranks.lastKnownAtEndOf(dateBefore(clock(), 1, timeZone))

  /** Lists in rank order. Reads one more row, to compare its points with the last row. */
  const listFromTop = async (offset: number, limit: number): Promise<Standing[]> => {
    const rankYesterday = await loadYesterdaysRanks()
    const rows = await store.range<Participant>(readModel, 'points', { offset, limit: limit + 1 })
    const places = rows.map(({ document }) => placeOf(document))
    return rows.slice(0, limit).map((row, index) => standing(row, row.rank, rankYesterday, places[index + 1]))
  }

  /** Returns the standings of these participants, in the same order. Unranked participants are left out. */
  const addRanks = async (found: readonly FoundDocument<Participant>[]): Promise<Standing[]> => {
    const rankYesterday = await loadYesterdaysRanks()
    const rows = await Promise.all(
      found.map(async (row) => {
        // By its place and not by its rank: during a freeze, the entry at a rank is found by reading all entries before it.
        const from = placeAfter(placeOf(row.document))
        const [index, [below]] = await Promise.all([
          store.rank(readModel, 'points', row.id),
          store.entries(readModel, 'points', { from, limit: 1 }),
        ])
        return index === undefined ? [] : standing(row, index, rankYesterday, below)
      }),
    )
    return rows.flat()
  }

  /** Returns a participant and the next ones above and below; `undefined` for a participant who is not ranked. */
  const withNeighbours = async (id: string) => {
    const index = await store.rank(readModel, 'points', id)
    if (index === undefined) return undefined
    const [rankYesterday, [own], rows] = await Promise.all([
      loadYesterdaysRanks(),
      store.load<Participant>(readModel, [id]),
      store.range<Participant>(readModel, 'points', { offset: Math.max(0, index - 1), limit: 3 }),
    ])
    if (own === undefined) return undefined
    const participantAt = (rank: number) => rows.find((row) => row.rank === rank)?.document
    const [above, below] = [participantAt(index - 1), participantAt(index + 1)]
    const row = { id, document: own }
    return { own: standing(row, index, rankYesterday, below && placeOf(below)), above, below }
  }

  return {
    store,
    readModel,
    clock,
    timeZone,
    dailyRanks: ranks,
    withRanks: addRanks,
    withNeighbours,
    /** Returns a range of the leaderboard in the order of an index. */
    list: async (index: BoardIndex, range: IndexRange): Promise<Standing[]> => {
      if (index !== 'points') return addRanks(await store.range<Participant>(readModel, index, range))
      const { offset, limit, reverse = false } = range
      if (!reverse) return listFromTop(offset, limit)
      const end = (await store.count(readModel, 'points')) - offset
      const from = Math.max(0, end - limit)
      return end <= 0 ? [] : (await listFromTop(from, end - from)).reverse()
    },
  }
}

/** Returns the rank of a participant, counted from 1; null for an unranked participant. */
export async function rankIn(store: Pick<ReadModelStore, 'rank'>, readModel: ReadModelKey, id: string) {
  const index = await store.rank(readModel, 'points', id)
  return index === undefined ? null : index + 1
}

/** Returns a standing. `index` is the rank counted from 0, `below` the place of the next participant. */
function standing(
  { id, document: participant }: FoundDocument<Participant>,
  index: number,
  rankYesterday: RankLookup,
  below: IndexPlace | undefined,
): Standing {
  const rank = index + 1
  const before = rankYesterday(participant)
  const own = placeOf(participant)
  const isAheadOfEqual = below?.score === own.score && hasWorthless(below) === hasWorthless(own)
  return {
    id,
    participant,
    rank,
    reason: isAheadOfEqual ? rankReason(participant.score.totalPoints).message : null,
    movement: before === null ? null : before - rank,
  }
}

/** Whether somebody without points has projects; see `rankIndexEntry`. */
const hasWorthless = ({ tiebreaker }: IndexPlace): boolean => tiebreaker.startsWith('-')

export function contributions({ store, readModel, timeZone }: StandingsOptions) {
  /** Rank is null for an unranked participant. */
  const contribution = async (id: string, participant: Participant | undefined) => {
    const rank = participant ? await rankIn(store, readModel, id) : null
    const { projects = 0, totalPoints = 0 } = participant?.score ?? {}
    return { id, submissions: projects, points: totalPoints, rank }
  }

  const participantsOf = async (ids: readonly string[]) =>
    ids.length === 0 ? [] : store.load<Participant>(readModel, ids)

  return {
    /** Returns the first participants by number of projects, then by rank. */
    first: async (limit: number) => {
      const found = await store.range<Participant>(readModel, 'projects', { offset: 0, limit })
      return Promise.all(found.map(({ id, document }) => contribution(id, document)))
    },
    /** Returns the contributions of these users; zeros for a user who is not on the leaderboard. */
    of: async (ids: readonly string[]) => {
      const participants = await participantsOf(ids)
      return Promise.all(ids.map((id, index) => contribution(id, participants[index])))
    },
    /** Returns the days on which each user submitted, rejected projects included, withdrawn ones not; also if not ranked. */
    submittedDays: async (ids: readonly string[]): Promise<BoardRow['days'][]> =>
      (await participantsOf(ids)).map((participant) => participant?.projects.map(boardDay) ?? []),
    /** Returns the standing of a user, also of a deleted account; `undefined` for somebody who does not take part. */
    standingOf: async (id: string): Promise<ProfileStanding | undefined> => {
      const [[participant], rank, totalParticipants] = await Promise.all([
        store.load<Participant>(readModel, [id]),
        rankIn(store, readModel, id),
        store.count(readModel, 'points'),
      ])
      if (participant === undefined) return undefined
      const { totalPoints, projects, quality, streak } = participant.score
      return {
        rank,
        totalParticipants,
        totalPoints,
        projectsSubmitted: projects,
        projectQuality: quality,
        streak,
        days: participant.projects.map(boardDay),
      }
    },
    /** Returns the first participants in their order, with the points that they would have with another scoring. */
    compared: async (limit: number, scoring: Scoring) => {
      const rows = await store.range<Participant>(readModel, 'points', { offset: 0, limit })
      return rows.map(({ id, rank, document }) => ({
        id,
        ...nameAs('name', document),
        username: document.username,
        rank: rank + 1,
        points: document.score.totalPoints,
        otherPoints: pointsWith(document, { timeZone, scoring }),
      }))
    },
  }
}

export function toBoardRow({ id, participant, rank, reason, movement }: Standing): BoardRow {
  const { username, picture, score } = participant
  return {
    id,
    rank,
    ...nameAs('name', participant),
    username,
    avatar: imagePath(picture),
    totalPoints: score.totalPoints,
    projectsSubmitted: score.projects,
    projectQuality: score.quality,
    streak: score.streak,
    reason,
    movement,
    days: participant.projects.map(boardDay),
    recentProjects: recentProjects(participant),
  }
}

/** Returns a row of the public showcase, without username and projects, which would identify the person. */
export function showcaseRow({ id, participant, rank, movement }: Standing): ShowcaseRow {
  return {
    id,
    rank,
    ...nameAs('name', participant),
    avatar: imagePath(participant.picture),
    totalPoints: participant.score.totalPoints,
    movement,
    days: participant.projects.map(boardDay),
  }
}

const boardDay = ({ day, status, score }: BoardProject) => ({ day, status, score })

function recentProjects(participant: Participant): BoardRow['recentProjects'] {
  return participant.projects
    .filter(isCounted)
    .sort((left, right) => right.at - left.at || right.day - left.day)
    .slice(0, 3)
    .map(({ id, name, day, image }) => ({
      _id: id,
      projectName: name,
      day,
      thumbnailUrl: imagePath(thumbnailOf(image)),
    }))
}

/** The last characters of the JSON of every row, except in the caller's own. */
export const notCurrentUserSuffix = 'false}'

/** Returns a row as JSON for all callers but the participant: it ends with `"isCurrentUser":false}`. */
export const boardEntryJson = (standing: Standing): string =>
  JSON.stringify({ ...toBoardRow(standing), _id: standing.id, isCurrentUser: false })

/** Returns the same row as JSON for the participant. */
export const ownEntryJson = (standing: Standing): string =>
  `${boardEntryJson(standing).slice(0, -notCurrentUserSuffix.length)}true}`

import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import type { BoardRow, ShowcaseRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { Participant } from './participant.ts'
import { isCounted, type BoardProject } from './tally.ts'

/** A participant with what depends on others: rank from 1, why it follows an equal, ranks gained since the day began. */
export type Standing = {
  id: string
  participant: Participant
  rank: number
  reason: string | null
  movement: number | null
}

/** A row of the board. */
export function boardRow({ id, participant, rank, reason, movement }: Standing): BoardRow {
  const { name, username, picture, score } = participant
  return {
    id,
    rank,
    name,
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

/** A row of the showcase: without username, projects and anything else that identifies the person. */
export function showcaseRow({ id, participant, rank, movement }: Standing): ShowcaseRow {
  return {
    id,
    rank,
    name: participant.name,
    avatar: imagePath(participant.picture),
    totalPoints: participant.score.totalPoints,
    movement,
    days: participant.projects.map(boardDay),
  }
}

const boardDay = ({ day, status, score }: BoardProject) => ({ day, status, score })

/** The newest three projects that count. */
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

type RowText = Pick<Standing, 'rank' | 'reason' | 'movement'> & { text: string }
const textCache = new WeakMap<Participant, RowText>()
/** Few users open lower ranks, and a WeakMap with a million entries slows every garbage collection down. */
const lowestCachedRank = 1_000

/** The end of every entry that is not about the caller. */
export const notCurrentUserSuffix = 'false}'

/**
 * An entry of the board as JSON for everybody but its owner: it ends with `"isCurrentUser":false}`. The entries of the
 * first pages are cached: most of them are unchanged from one state of the board to the next.
 */
export function boardEntryJson(standing: Standing): string {
  const { participant, rank, reason, movement } = standing
  const cached = textCache.get(participant)
  if (cached && cached.rank === rank && cached.reason === reason && cached.movement === movement)
    return cached.text
  const text = JSON.stringify({ ...boardRow(standing), _id: standing.id, isCurrentUser: false })
  if (rank <= lowestCachedRank) textCache.set(participant, { rank, reason, movement, text })
  return text
}

/** The same entry for its owner. */
export const ownEntryJson = (standing: Standing): string =>
  `${boardEntryJson(standing).slice(0, -notCurrentUserSuffix.length)}true}`

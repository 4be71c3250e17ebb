import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import type { BoardRow, ShowcaseRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { Participant } from './participant.ts'
import { isCounted, type BoardProject } from './tally.ts'

/** A participant with what depends on the others: rank from 1, why behind an equal, places gained since the day began. */
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

/** A row of the showcase: without username, projects and whatever else leads to the person. */
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

/** The newest three that count. */
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
const texts = new WeakMap<Participant, RowText>()
/** Whoever stands below is looked at by few, and what is kept weakly by the million holds up every collection. */
const lowestKept = 1_000

/** What every entry ends with when it is not about who asks. */
export const notCurrentUserSuffix = 'false}'

/**
 * An entry of the board as JSON, as everybody sees it but its owner: it ends with `"isCurrentUser":false}`.
 * Those of the first pages are kept for as long as nothing about them changes; most rows are the same from one page to
 * the next.
 */
export function boardEntryJson(standing: Standing): string {
  const { participant, rank, reason, movement } = standing
  const known = texts.get(participant)
  if (known && known.rank === rank && known.reason === reason && known.movement === movement)
    return known.text
  const text = JSON.stringify({ ...boardRow(standing), _id: standing.id, isCurrentUser: false })
  if (rank <= lowestKept) texts.set(participant, { rank, reason, movement, text })
  return text
}

/** The same entry for its owner. */
export const ownEntryJson = (standing: Standing): string =>
  `${boardEntryJson(standing).slice(0, -notCurrentUserSuffix.length)}true}`

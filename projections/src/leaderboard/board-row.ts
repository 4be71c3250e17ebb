// The rows of the leaderboard and of the landing page, as responses contain them.

import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import type { BoardRow, ShowcaseRow } from '@thirty/contracts/leaderboard/api.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import type { Participant, BoardProject } from './participant.ts'
import { isCounted } from '@thirty/contracts/projects/project-life.ts'

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

export const boardDay = ({ day, status, score }: BoardProject) => ({ day, status, score })

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

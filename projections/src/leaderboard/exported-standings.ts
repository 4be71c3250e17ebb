// The ranked participants of a run by rank, each once, as rows of an export.

import { shownNames } from '@thirty/contracts/accounts/names-in-languages.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { roundToOneDecimal, type Weights } from '@thirty/contracts/leaderboard/points.ts'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import type { ExportRow, ExportTable } from '../export-file.ts'
import type { Standing } from './board-row.ts'
import type { Standings } from './standings.ts'

const partSize = 500
const challengeDays = Array.from({ length: totalDays }, (_, index) => index + 1)

const columns = {
  rank: 'Rank',
  id: 'Id',
  participant: 'Participant',
  username: 'Username',
  points: 'Points',
  projects: 'Projects',
  quality: 'Quality',
  streak: 'Streak',
  projectPoints: 'Points for projects',
  qualityPoints: 'Points for quality',
  streakPoints: 'Points for the streak',
  ...Object.fromEntries(
    challengeDays.flatMap((day) => [
      [`day${day}`, `Day ${day}`],
      [`day${day}Score`, `Day ${day} score`],
    ]),
  ),
}

/** A day without a project, and one without a score, is null. */
export const exportedStandings = (board: Standings, { weights }: { weights: Weights }): ExportTable => ({
  columns,
  async *parts({ search = '' } = {}) {
    const isWanted = ({ participant }: Standing) =>
      [...shownNames(participant), participant.username ?? ''].some((text) => matchesSearch(text, search))
    // A participant who falls behind meanwhile is in two parts.
    const seen = new Set<string>()
    for (let offset = 0; ; offset += partSize) {
      const part = await board.list('points', { offset, limit: partSize })
      yield part
        .filter((row) => !seen.has(row.id) && isWanted(row))
        .map((standing) => toRow(standing, weights))
      for (const { id } of part) seen.add(id)
      if (part.length < partSize) return
    }
  },
})

function toRow({ id, rank, participant }: Standing, weights: Weights): ExportRow {
  const { totalPoints, projects, quality, streak } = participant.score
  const byDay = new Map(participant.projects.map((project) => [project.day, project]))
  return {
    rank,
    id,
    participant: participant.name,
    username: participant.username,
    points: totalPoints,
    projects,
    quality,
    streak,
    projectPoints: roundToOneDecimal(projects * weights.projects),
    qualityPoints: roundToOneDecimal(quality * weights.quality),
    streakPoints: roundToOneDecimal(streak * weights.streak),
    ...Object.fromEntries(
      challengeDays.flatMap((day) => [
        [`day${day}`, byDay.get(day)?.status ?? null],
        [`day${day}Score`, byDay.get(day)?.score ?? null],
      ]),
    ),
  }
}

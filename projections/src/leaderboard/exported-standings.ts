// The ranked participants of a run by rank, each once, as rows of an export.

import { shownNames } from '@thirty/contracts/accounts/names-in-languages.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { roundToOneDecimal, type Weights } from '@thirty/contracts/leaderboard/points.ts'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { exportTable, type ExportColumns, type ExportTable } from '../export-file.ts'
import type { Standing, Standings } from './standings.ts'

const partSize = 500
const challengeDays = Array.from({ length: totalDays }, (_, index) => index + 1)

/** A day without a project, and one without a score, is null. */
const columnsOf = (weights: Weights): ExportColumns<Standing> => ({
  rank: ['Rank', ({ rank }) => rank],
  id: ['Id', ({ id }) => id],
  participant: ['Participant', ({ participant }) => participant.name],
  username: ['Username', ({ participant }) => participant.username],
  points: ['Points', ({ participant }) => participant.score.totalPoints],
  projects: ['Projects', ({ participant }) => participant.score.projects],
  quality: ['Quality', ({ participant }) => participant.score.quality],
  streak: ['Streak', ({ participant }) => participant.score.streak],
  projectPoints: ['Points for projects', pointsFor('projects', weights)],
  qualityPoints: ['Points for quality', pointsFor('quality', weights)],
  streakPoints: ['Points for the streak', pointsFor('streak', weights)],
  ...Object.fromEntries(
    challengeDays.flatMap((day) => [
      [`day${day}`, [`Day ${day}`, (row: Standing) => projectOf(row, day)?.status ?? null] as const],
      [
        `day${day}Score`,
        [`Day ${day} score`, (row: Standing) => projectOf(row, day)?.score ?? null] as const,
      ],
    ]),
  ),
})

const pointsFor =
  (what: keyof Weights, weights: Weights) =>
  ({ participant }: Standing) =>
    roundToOneDecimal(participant.score[what] * weights[what])

const projectOf = ({ participant }: Standing, day: number) =>
  participant.projects.find((project) => project.day === day)

export const exportedStandings = (board: Standings, { weights }: { weights: Weights }): ExportTable =>
  exportTable(columnsOf(weights), async function* ({ search = '' }) {
    const isWanted = ({ participant }: Standing) =>
      [...shownNames(participant), participant.username ?? ''].some((text) => matchesSearch(text, search))
    // A participant who falls behind meanwhile is in two parts.
    const seen = new Set<string>()
    for (let offset = 0; ; offset += partSize) {
      const part = await board.list('points', { offset, limit: partSize })
      yield part.filter((row) => !seen.has(row.id) && isWanted(row))
      for (const { id } of part) seen.add(id)
      if (part.length < partSize) return
    }
  })

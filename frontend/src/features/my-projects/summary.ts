import { formatScore } from '../../shared/format/format-score.ts'
import type { Submissions } from '../../shared/submissions/own-submissions.ts'
import { t } from './messages/t.ts'

/** Summarizes the projects: "17 submitted, 15 approved, 1 pending, 1 rejected. Average 4.5." */
export function formatSummary({ projects, counts }: Pick<Submissions, 'projects' | 'counts'>): string {
  const parts = [
    t('countSubmitted', { count: counts.all }),
    counts.approved > 0 && t('countApproved', { count: counts.approved }),
    counts.submitted > 0 && t('countPending', { count: counts.submitted }),
    counts.rejected > 0 && t('countRejected', { count: counts.rejected }),
  ]
  const text = `${parts.filter(Boolean).join(', ')}.`
  const rated = projects.filter(({ ratingCount }) => ratingCount > 0)
  if (rated.length === 0) return text
  const average = rated.reduce((sum, { averageRating }) => sum + averageRating, 0) / rated.length
  return `${text} ${t('average', { average: formatScore(average) })}`
}

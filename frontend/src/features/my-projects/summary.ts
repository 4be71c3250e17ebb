import type { Submissions } from '../../shared/submissions/own-submissions.ts'

/** Summarizes the projects: "17 submitted, 15 approved, 1 pending, 1 rejected. Average 4.5." */
export function formatSummary({ projects, counts }: Pick<Submissions, 'projects' | 'counts'>): string {
  const parts = [
    `${counts.all} submitted`,
    counts.approved > 0 && `${counts.approved} approved`,
    counts.submitted > 0 && `${counts.submitted} pending`,
    counts.rejected > 0 && `${counts.rejected} rejected`,
  ]
  const text = `${parts.filter(Boolean).join(', ')}.`
  const rated = projects.filter(({ ratingCount }) => ratingCount > 0)
  if (rated.length === 0) return text
  const average = rated.reduce((sum, { averageRating }) => sum + averageRating, 0) / rated.length
  return `${text} Average ${average.toFixed(1)}.`
}

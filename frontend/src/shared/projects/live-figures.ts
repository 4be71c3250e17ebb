// Takes new ratings, likes and comment counts from live messages into a project on screen.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { ServerMessages } from '@thirty/contracts/live/live.ts'

type Items<Name extends 'project.rated' | 'project.liked' | 'project.commented'> =
  ServerMessages[Name]['items']

// Each function returns the project with the figures of the items that concern it, and the same project if none does.

export const applyRatings = (project: ProjectCard, items: Items<'project.rated'>): ProjectCard =>
  applyFigures(project, items, ({ averageRating, ratingCount }) => ({
    averageRating,
    currentRating: averageRating,
    ratingCount,
  }))

export const applyLikes = (project: ProjectCard, items: Items<'project.liked'>): ProjectCard =>
  applyFigures(project, items, ({ likes }) => ({ likes }))

export const applyCommentCounts = (project: ProjectCard, items: Items<'project.commented'>): ProjectCard =>
  applyFigures(project, items, ({ comments }) => ({ comments }))

function applyFigures<Item extends { projectId: string }>(
  project: ProjectCard,
  items: readonly Item[],
  figuresOf: (item: Item) => Partial<ProjectCard>,
): ProjectCard {
  const item = items.findLast(({ projectId }) => projectId === project._id)
  return item ? { ...project, ...figuresOf(item) } : project
}

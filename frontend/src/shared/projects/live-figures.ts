// Takes new ratings, likes and comment counts from live messages into the projects on screen.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { ServerMessages } from '@thirty/contracts/live/live.ts'

type FigureMessage = 'project.rated' | 'project.liked' | 'project.commented'

/** Returns the rules of these messages for data with projects. `mapProjects` changes the projects of the data. */
export function figureRules<Data>(
  mapProjects: (data: Data, change: (project: ProjectCard) => ProjectCard) => Data,
) {
  /** Takes figures into the project that each item concerns. The other projects stay the same objects. */
  const rule =
    <Name extends FigureMessage>(
      figuresOf: (item: ServerMessages[Name]['items'][number]) => Partial<ProjectCard>,
    ) =>
    (data: Data, { items }: Pick<ServerMessages[Name], 'items'>): Data =>
      mapProjects(data, (project) => {
        const item = items.findLast(({ projectId }) => projectId === project._id)
        return item ? { ...project, ...figuresOf(item) } : project
      })
  return {
    'project.rated': rule<'project.rated'>(({ averageRating, ratingCount }) => ({
      averageRating,
      currentRating: averageRating,
      ratingCount,
    })),
    'project.liked': rule<'project.liked'>(({ likes }) => ({ likes })),
    'project.commented': rule<'project.commented'>(({ comments }) => ({ comments })),
  }
}

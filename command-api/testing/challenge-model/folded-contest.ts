import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import type { Fold } from '@thirty/command-api/fold.ts'
import type { Commands } from '@thirty/command-api/handle.ts'
import { projectExists, projectFold } from '@thirty/command-api/projects/evolve.ts'
import { summarizeRatings } from '@thirty/command-api/ratings/decide.ts'
import { ratingsFold } from '@thirty/command-api/ratings/evolve.ts'
import { commentsFold, likesFold } from '@thirty/command-api/reactions/evolve.ts'
import { averageRating } from './ratings.ts'
import type { ModelProject } from './world.ts'

/** What the model and the log say about a project in a history. */
export type ProjectState =
  | { status: 'none' | 'withdrawn' }
  | {
      status: 'submitted' | 'approved' | 'rejected'
      name: string
      likes: number
      comments: number
      averageRating: number
      ratingCount: number
    }

/** Returns what the model says. `project` is missing if it is not in the contest. */
export function expectedState(project: ModelProject | undefined): ProjectState {
  if (project === undefined) return { status: 'none' }
  const { status, name, likes, comments, ratings } = project
  if (status === 'withdrawn') return { status }
  return {
    status,
    name,
    likes: likes.size,
    comments,
    averageRating: averageRating(project),
    ratingCount: ratings.size,
  }
}

/** Returns what the log says, with the folds of the commands. */
export async function foldedState(commands: Commands, id: string, history: History): Promise<ProjectState> {
  const load = async <State>(fold: Fold<State, ProjectEvent>) => {
    const isRelevant = (event: Parameters<typeof isInHistory>[1]) => isInHistory(history, event)
    return (await commands.load(projectStream(id), { ...fold, isRelevant })).state
  }
  const project = await load(projectFold)
  if (!projectExists(project)) return { status: project.status }
  const { likes } = await load(likesFold('nobody'))
  const { count: comments } = await load(commentsFold('nobody'))
  const ratings = summarizeRatings(await load(ratingsFold))
  return { status: project.status, name: project.content.projectName, likes, comments, ...ratings }
}

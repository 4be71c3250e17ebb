import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import type { Commands } from '@thirty/command-api/handle.ts'
import { evolve as evolveProject, noProject, projectExists } from '@thirty/command-api/projects/evolve.ts'
import { summarizeRatings } from '@thirty/command-api/ratings/decide.ts'
import { evolve as evolveRatings, noProject as noRatings } from '@thirty/command-api/ratings/evolve.ts'
import { evolveComments, evolveLikes, noComments, noLikes } from '@thirty/command-api/reactions/evolve.ts'
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
  const load = async <State>(initial: State, evolve: (state: State, event: ProjectEvent) => State) => {
    const isRelevant = (event: Parameters<typeof isInHistory>[1]) => isInHistory(history, event)
    const fold = { events: projectEvents, initial, evolve, isRelevant }
    return (await commands.load(projectStream(id), fold)).state
  }
  const project = await load(noProject, evolveProject)
  if (!projectExists(project)) return { status: project.status }
  const { likes } = await load(noLikes, evolveLikes('nobody'))
  const { count: comments } = await load(noComments, evolveComments('nobody'))
  const ratings = summarizeRatings(await load(noRatings, evolveRatings))
  return { status: project.status, name: project.content.projectName, likes, comments, ...ratings }
}

import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { projectId, projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Fold } from '../fold.ts'
import type { Command, Commands, CommandResult } from '../handle.ts'
import { isCausedBy, type CommandContext } from '../idempotency.ts'
import type { ImageRegistry } from '../images/image-registry.ts'
import { isInHistory, resolveProjectId, type CurrentRun } from '../runs.ts'
import { submit, type SubmitProject } from './decide.ts'
import { evolve, noProject, type Project } from './evolve.ts'

type Submission = {
  user: string
  day: number
  context: CommandContext
  facts: Pick<SubmitProject, 'content' | 'hasOwnImage' | 'isByAdmin'>
}

type Deps = { commands: Commands; images: Pick<ImageRegistry, 'isExpiring' | 'keep'> }

/** Hands a project in for a day of the run that is on. Answers its id. */
export async function submitProject(
  { commands, images: pictures, clock, timeZone }: Deps & { clock: Clock; timeZone: string },
  { user, day, context, facts }: Submission,
): Promise<{ id: string; position: bigint }> {
  const run = await loadCurrentRun(commands)
  const earlier = await Promise.all(
    run.history.slice(1).map(async (place) => {
      const stream = projectStream(projectId({ run: place.run, day, user }))
      return (await commands.load(stream, projectIn(run))).state
    }),
  )
  const id = projectId({ run: run.run, day, user })
  const command: ProjectCommand = {
    ...projectIn(run),
    stream: projectStream(id),
    run: () => run.run,
    context,
    decide: (project) =>
      submit(project, {
        ...facts,
        day,
        earlierProjects: earlier,
        startsAt: run.startsAt,
        now: clock(),
        timeZone,
      }),
  }
  await keepPicture({ commands, images: pictures }, command, { picture: facts.content.image, user })
  const { position } = await commands.handle(command)
  return { id, position }
}

type ProjectCommand = Command<Project, ProjectEvent>

/**
 * Keeps the picture that a command is about to show, if it might be swept away in between. What is refused keeps nothing,
 * and what was done before kept its picture then.
 */
async function keepPicture(
  { commands, images: pictures }: Deps,
  command: ProjectCommand,
  { picture, user }: { picture: string; user: string },
): Promise<void> {
  if (!(await pictures.isExpiring(picture, user))) return
  const { context, stream, decide } = command
  const { state, events } = await commands.load(stream, command)
  if (events.some(({ metadata }) => isCausedBy(context.command, metadata.causation))) return
  if (decide(state).length > 0) await pictures.keep(picture, { user, context })
}

type Change = {
  id: string
  context: CommandContext
  /** Name of the owner's picture that the project shows from then on; missing when that stays as it is. */
  image?: string
  decide: (project: Project, owner: string) => readonly ProjectEvent[]
}

/** Decides about a project of the run that is on. Throws `project-not-found`, `challenge-was-reset`. */
export async function changeProject(
  { commands, images: pictures }: Deps,
  { id, context, image: picture, decide }: Change,
): Promise<CommandResult<Project>> {
  const run = await loadCurrentRun(commands)
  const { user: owner } = resolveProjectId(id, run)
  const command: ProjectCommand = {
    ...projectIn(run),
    stream: projectStream(id),
    run: () => run.run,
    context,
    decide: (project) => decide(project, owner),
  }
  if (picture !== undefined)
    await keepPicture({ commands, images: pictures }, command, { picture, user: owner })
  return commands.handle(command)
}

/** A project as it stands in the history of a run. */
const projectIn = (run: CurrentRun): Fold<Project, ProjectEvent> => ({
  initial: noProject,
  evolve,
  isRelevant: (event) => isInHistory(run, event),
})

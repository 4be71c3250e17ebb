import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { projectId, projectStream } from '@thirty/contracts/rules/project-id.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Fold } from '../fold.ts'
import type { Command, Commands, Handled } from '../handle.ts'
import { isCausedBy, type Asker } from '../idempotency.ts'
import type { PictureRegister } from '../picture-register.ts'
import { isInHistory, partsOfProject, type CurrentRun } from '../runs.ts'
import { submit, type SubmitProject } from './decide.ts'
import { evolve, noProject, type Project } from './evolve.ts'

type Submission = {
  user: string
  day: number
  asker: Asker
  facts: Pick<SubmitProject, 'content' | 'hasOwnPicture' | 'isByAdmin'>
}

type Deps = { commands: Commands; pictures: Pick<PictureRegister, 'isInDanger' | 'keep'> }

/** Hands a project in for a day of the run that is on. Answers its id. */
export async function submitProject(
  { commands, pictures, clock, timeZone }: Deps & { clock: Clock; timeZone: string },
  { user, day, asker, facts }: Submission,
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
    asker,
    decide: (project) =>
      submit(project, { ...facts, day, earlier, startsAt: run.startsAt, now: clock(), timeZone }),
  }
  await keepPicture({ commands, pictures }, command, { picture: facts.content.image, user })
  const { position } = await commands.handle(command)
  return { id, position }
}

type ProjectCommand = Command<Project, ProjectEvent>

/**
 * Keeps the picture that a command is about to show, if it might be swept away in between. What is refused keeps nothing,
 * and what was done before kept its picture then.
 */
async function keepPicture(
  { commands, pictures }: Deps,
  command: ProjectCommand,
  { picture, user }: { picture: string; user: string },
): Promise<void> {
  if (!(await pictures.isInDanger(picture, user))) return
  const { asker, stream, decide } = command
  const { state, events } = await commands.load(stream, command)
  if (events.some(({ metadata }) => isCausedBy(asker.command, metadata.causation))) return
  if (decide(state).length > 0) await pictures.keep(picture, { user, asker })
}

type Change = {
  id: string
  asker: Asker
  /** Name of the owner's picture that the project shows from then on; missing when that stays as it is. */
  picture?: string
  decide: (project: Project, owner: string) => readonly ProjectEvent[]
}

/** Decides about a project of the run that is on. Throws `project-not-found`, `challenge-was-reset`. */
export async function changeProject(
  { commands, pictures }: Deps,
  { id, asker, picture, decide }: Change,
): Promise<Handled<Project>> {
  const run = await loadCurrentRun(commands)
  const { user: owner } = partsOfProject(id, run)
  const command: ProjectCommand = {
    ...projectIn(run),
    stream: projectStream(id),
    run: () => run.run,
    asker,
    decide: (project) => decide(project, owner),
  }
  if (picture !== undefined) await keepPicture({ commands, pictures }, command, { picture, user: owner })
  return commands.handle(command)
}

/** A project as it stands in the history of a run. */
const projectIn = (run: CurrentRun): Fold<Project, ProjectEvent> => ({
  initial: noProject,
  evolve,
  counts: (event) => isInHistory(run, event),
})

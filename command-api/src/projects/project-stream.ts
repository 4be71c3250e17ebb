import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { projectId, projectStream } from '@thirty/contracts/rules/project-id.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Fold } from '../fold.ts'
import type { Commands } from '../handle.ts'
import type { Asker } from '../idempotency.ts'
import { isInHistory, partsOfProject, type CurrentRun } from '../runs.ts'
import { submit, type SubmitProject } from './decide.ts'
import { evolve, noProject, type Project } from './evolve.ts'

type Submission = {
  user: string
  day: number
  asker: Asker
  facts: Pick<SubmitProject, 'content' | 'hasOwnPicture' | 'isByAdmin'>
}

/** Hands a project in for a day of the run that is on. Answers its id. */
export async function submitProject(
  { commands, clock, timeZone }: { commands: Commands; clock: Clock; timeZone: string },
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
  const { position } = await commands.handle({
    ...projectIn(run),
    stream: projectStream(id),
    run: () => run.run,
    asker,
    decide: (project) =>
      submit(project, { ...facts, day, earlier, startsAt: run.startsAt, now: clock(), timeZone }),
  })
  return { id, position }
}

type Change = {
  id: string
  asker: Asker
  decide: (project: Project, owner: string) => readonly ProjectEvent[]
}

/** Decides about a project of the run that is on. Throws `project-not-found`, `challenge-was-reset`. */
export async function changeProject(
  { commands }: { commands: Commands },
  { id, asker, decide }: Change,
): Promise<{ position: bigint }> {
  const run = await loadCurrentRun(commands)
  const { user: owner } = partsOfProject(id, run)
  return commands.handle({
    ...projectIn(run),
    stream: projectStream(id),
    run: () => run.run,
    asker,
    decide: (project) => decide(project, owner),
  })
}

/** A project as it stands in the history of a run. */
const projectIn = (run: CurrentRun): Fold<Project, ProjectEvent> => ({
  initial: noProject,
  evolve,
  counts: (event) => isInHistory(run, event),
})

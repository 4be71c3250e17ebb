import type { ProjectEvent, ViewedEvent } from '@thirty/contracts/events/project.ts'
import { projectStream } from '@thirty/contracts/rules/project-id.ts'
import { viewedStream } from '@thirty/contracts/rules/viewed.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Fold, Past } from '../fold.ts'
import type { Commands, Handled } from '../handle.ts'
import type { Asker } from '../idempotency.ts'
import { isInHistory, partsOfProject } from '../runs.ts'
import { view } from './decide.ts'
import { evolveSeen, evolveStatus, type Status } from './evolve.ts'

type Reaction<State> = Fold<State, ProjectEvent> & {
  id: string
  asker: Asker
  decide: (state: State) => readonly ProjectEvent[]
}

/** Decides about likes or comments of a project of the run that is on. Throws `project-not-found`, `challenge-was-reset`. */
export async function react<State>(
  commands: Commands,
  { id, asker, initial, evolve, decide }: Reaction<State>,
): Promise<Handled<State, ProjectEvent>> {
  const run = await loadCurrentRun(commands)
  partsOfProject(id, run)
  return commands.handle({
    initial,
    evolve,
    counts: (event) => isInHistory(run, event),
    stream: projectStream(id),
    run: () => run.run,
    asker,
    decide,
  })
}

/**
 * Says that somebody saw a project. Each person has a stream of their own at each project, so whoever comes again costs
 * one short read, and a project that thousands open is not longer for it. Throws as above.
 */
export async function viewProject(
  commands: Commands,
  { id, by, asker }: { id: string; by: string; asker: Asker },
): Promise<{ position: bigint }> {
  const run = await loadCurrentRun(commands)
  const { user: owner } = partsOfProject(id, run)
  const counts = (event: Past) => isInHistory(run, event)
  const looks: Fold<boolean, ViewedEvent> = { initial: false, evolve: evolveSeen, counts }
  const status: Fold<Status, ProjectEvent> = { initial: 'none', evolve: evolveStatus, counts }
  const stream = viewedStream(id, by)
  const before = await commands.load(stream, looks)
  if (before.state) return before
  const project = await commands.load(projectStream(id), status)
  const { events, position } = await commands.handle({
    ...looks,
    stream,
    run: () => run.run,
    asker,
    decide: (isSeen) => view(isSeen, { project: id, by, owner, status: project.state }),
  })
  return events.length > 0 ? { position } : project
}

import type { ProjectEvent, ProjectViewEvent } from '@thirty/contracts/events/project.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { projectViewStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Fold, Recorded } from '../fold.ts'
import type { Commands, CommandResult } from '../handle.ts'
import type { CommandContext } from '../idempotency.ts'
import { isInHistory, resolveProjectId } from '../runs.ts'
import { recordView } from './decide.ts'
import { evolveSeen, evolveStatus, type ReactionStatus } from './evolve.ts'

type Reaction<State> = Fold<State, ProjectEvent> & {
  id: string
  context: CommandContext
  decide: (state: State) => readonly ProjectEvent[]
}

/** Decides about likes or comments of a project of the run that is on. Throws `project-not-found`, `challenge-was-reset`. */
export async function handleReaction<State>(
  commands: Commands,
  { id, context, initial, evolve, decide }: Reaction<State>,
): Promise<CommandResult<State, ProjectEvent>> {
  const run = await loadCurrentRun(commands)
  resolveProjectId(id, run)
  return commands.handle({
    initial,
    evolve,
    isRelevant: (event) => isInHistory(run, event),
    stream: projectStream(id),
    run: () => run.run,
    context,
    decide,
  })
}

/**
 * Says that somebody saw a project. Each person has a stream of their own at each project, so whoever comes again costs
 * one short read, and a project that thousands open is not longer for it. Throws as above.
 */
export async function viewProject(
  commands: Commands,
  { id, by, context }: { id: string; by: string; context: CommandContext },
): Promise<{ position: bigint }> {
  const run = await loadCurrentRun(commands)
  const { user: owner } = resolveProjectId(id, run)
  const counts = (event: Recorded) => isInHistory(run, event)
  const looks: Fold<boolean, ProjectViewEvent> = { initial: false, evolve: evolveSeen, isRelevant: counts }
  const status: Fold<ReactionStatus, ProjectEvent> = {
    initial: 'none',
    evolve: evolveStatus,
    isRelevant: counts,
  }
  const stream = projectViewStream(id, by)
  const before = await commands.load(stream, looks)
  if (before.state) return before
  const project = await commands.load(projectStream(id), status)
  const { events, position } = await commands.handle({
    ...looks,
    stream,
    run: () => run.run,
    context,
    decide: (isSeen) => recordView(isSeen, { project: id, by, owner, status: project.state }),
  })
  return events.length > 0 ? { position } : project
}

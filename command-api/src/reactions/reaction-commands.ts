import {
  projectEvents,
  projectViewEvents,
  type ProjectEvent,
  type ProjectViewEvent,
} from '@thirty/contracts/events/project.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { projectViewStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Fold, Recorded } from '../fold.ts'
import type { Commands, CommandResult } from '../handle.ts'
import type { CommandContext } from '../idempotency.ts'
import { loadCurrentRun } from '../current-run.ts'
import { isInHistory, resolveProjectId } from '../runs.ts'
import { recordView } from './decide.ts'
import { evolveSeen, evolveStatus, type ReactionStatus } from './evolve.ts'

type Reaction<State> = Pick<Fold<State, ProjectEvent>, 'initial' | 'evolve'> & {
  id: string
  context: CommandContext
  decide: (state: State) => readonly ProjectEvent[]
}

/** Executes a command for likes or comments in the current run. Throws `project-not-found`, `challenge-was-reset`. */
export async function handleReaction<State>(
  commands: Commands,
  { id, context, initial, evolve, decide }: Reaction<State>,
): Promise<CommandResult<State, ProjectEvent>> {
  const run = await loadCurrentRun(commands)
  resolveProjectId(id, run)
  return commands.handle({
    events: projectEvents,
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
 * Records that a user viewed a project. Each user has a stream per project, so a repeated view costs one short read, and
 * views do not lengthen the stream of the project. Throws `project-not-found`, `challenge-was-reset`.
 */
export async function viewProject(
  commands: Commands,
  { id, by, context }: { id: string; by: string; context: CommandContext },
): Promise<{ position: bigint }> {
  const run = await loadCurrentRun(commands)
  const { user: owner } = resolveProjectId(id, run)
  const isRelevant = (event: Recorded) => isInHistory(run, event)
  const viewFold: Fold<boolean, ProjectViewEvent> = {
    events: projectViewEvents,
    initial: false,
    evolve: evolveSeen,
    isRelevant,
  }
  const statusFold: Fold<ReactionStatus, ProjectEvent> = {
    events: projectEvents,
    initial: 'none',
    evolve: evolveStatus,
    isRelevant,
  }
  const stream = projectViewStream(id, by)
  const previous = await commands.load(stream, viewFold)
  if (previous.state) return previous
  const project = await commands.load(projectStream(id), statusFold)
  const { events, position } = await commands.handle({
    ...viewFold,
    stream,
    run: () => run.run,
    context,
    decide: (isSeen) => recordView(isSeen, { project: id, by, owner, status: project.state }),
  })
  return events.length > 0 ? { position } : project
}

import {
  projectEvents,
  projectViewEvents,
  type ProjectEvent,
  type ProjectViewEvent,
} from '@thirty/contracts/events/project.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { legacyViewStream, viewsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Fold } from '../fold.ts'
import type { Commands, CommandResult } from '../handle.ts'
import type { CommandContext } from '../idempotency.ts'
import { loadCurrentRun } from '../current-run.ts'
import { isInHistory } from '@thirty/contracts/rules/history.ts'
import { resolveProjectId } from '../runs.ts'
import { recordView } from './decide.ts'
import { projectStatusFold } from '../project-status-fold.ts'
import { evolveViews, noViews, type Views } from './evolve.ts'

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
    isRelevant: (event) => isInHistory(run.history, event),
    stream: projectStream(id),
    run: () => run.run,
    context,
    decide,
  })
}

/**
 * Records that a user viewed a project, once. Views have a stream for each user, so they do not lengthen the stream of the
 * project. Throws `project-not-found`, `challenge-was-reset`.
 */
export async function viewProject(
  commands: Commands,
  { id, by, context }: { id: string; by: string; context: CommandContext },
): Promise<{ position: bigint }> {
  const run = await loadCurrentRun(commands)
  const { user: owner } = resolveProjectId(id, run)
  const isRelevant: Fold<unknown, ProjectEvent>['isRelevant'] = (event) => isInHistory(run.history, event)
  const viewsFold: Fold<Views, ProjectViewEvent> = {
    events: projectViewEvents,
    initial: noViews,
    evolve: evolveViews(id),
    isRelevant,
  }
  for (const stream of [viewsStream(by), legacyViewStream(id, by)]) {
    const previous = await commands.load(stream, viewsFold)
    if (previous.state.isSeen) return previous
  }
  const project = await commands.load(projectStream(id), projectStatusFold(run.history))
  return commands.handle({
    ...viewsFold,
    stream: viewsStream(by),
    run: () => run.run,
    context,
    decide: (views) => recordView(views, { project: id, by, owner, status: project.state }),
  })
}

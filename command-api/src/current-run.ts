// Not in runs.ts, which must stay pure because `decide` imports it.
import {
  currentRun,
  isInHistory,
  type CurrentRun,
  type HistoryEvent,
} from '@thirty/contracts/rules/history.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { challengeFold } from './challenge-fold.ts'
import type { Commands } from './handle.ts'
import { resolveProjectId } from './runs.ts'

/** Loads the current run from the log. */
export async function loadCurrentRun(commands: Pick<Commands, 'load'>): Promise<CurrentRun> {
  const { state } = await commands.load(challengeStream, challengeFold)
  return currentRun(state.runs)
}

/** The part of a command that decides in a run: its events belong to the run, and those of its history count. */
export const decidesIn = ({ run, history }: Pick<CurrentRun, 'run' | 'history'>) => ({
  run: () => run,
  isRelevant: (event: HistoryEvent) => isInHistory(history, event),
})

/** Returns the part of a command that decides about a project of the current run. Throws `project-not-found`, `challenge-was-reset`. */
export async function decidesAboutProject(commands: Pick<Commands, 'load'>, id: string) {
  const run = await loadCurrentRun(commands)
  resolveProjectId(id, run)
  return { stream: projectStream(id), ...decidesIn(run) }
}

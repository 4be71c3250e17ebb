// Loads the challenge and its current run, and makes the parts of commands that decide in that run, about one of its projects, or about the
// challenge itself.

import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import {
  currentRun,
  isInHistory,
  type CurrentRun,
  type HistoryEvent,
} from '@thirty/contracts/challenge/history.ts'
import { projectStream, parseProjectId, type ProjectIdParts } from '@thirty/contracts/projects/project-id.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import type { Commands, Fold } from './fold.ts'

/** Loads what the stream of the challenge says: runs, backups and options. */
export const loadChallenge = async (commands: Pick<Commands, 'load'>): Promise<ChallengeState> =>
  (await commands.load(challengeStream, challengeFold)).state

export const loadCurrentRun = async (commands: Pick<Commands, 'load'>): Promise<CurrentRun> =>
  currentRun((await loadChallenge(commands)).runs)

/** The part of a command that decides in a run: its events belong to the run, and the events of its history count. */
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

/**
 * Returns the parts of a project id. Throws `project-not-found` for an invalid id, and `challenge-was-reset` for a
 * project of an earlier run.
 */
export function resolveProjectId(id: string, { run, history }: CurrentRun): ProjectIdParts {
  const parts = parseProjectId(id)
  if (parts === undefined || parts.run > run) refuse('project-not-found', 'projectNotFound')
  if (history.every((segment) => segment.run !== parts.run)) refuseAfterReset()
  return parts
}

/** Refuses a command about a run that was ended by a reset or a restore. */
export function refuseAfterReset(): never {
  refuse('challenge-was-reset', 'challengeWasReset')
}

export const challengeFold: Fold<ChallengeState, ChallengeEvent> = {
  events: challengeEvents,
  initial: initialChallenge,
  evolve: evolveChallenge,
}

/** The part of a command that decides about the challenge itself, in its current run. */
export const decidesInCurrentRun = {
  stream: challengeStream,
  run: ({ runs }: ChallengeState): number => runs.current,
}

// Not in runs.ts, which must stay pure because `decide` imports it.
import type { Commands } from './handle.ts'
import { currentRun, type CurrentRun } from '@thirty/contracts/rules/history.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { challengeFold } from './challenge-fold.ts'

/** Loads the current run from the log. */
export async function loadCurrentRun(commands: Commands): Promise<CurrentRun> {
  const { state } = await commands.load(challengeStream, challengeFold)
  return currentRun(state.runs)
}

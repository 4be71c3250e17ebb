// Not in runs.ts, which must stay pure because `decide` imports it.
import type { Commands } from './handle.ts'
import { challengeStream, currentRun, runsFold, type CurrentRun } from './runs.ts'

/** Loads the current run from the log. */
export async function loadCurrentRun(commands: Commands): Promise<CurrentRun> {
  const { state } = await commands.load(challengeStream, runsFold)
  return currentRun(state)
}

import type { Commands } from './handle.ts'
import { challengeStream, currentRun, runsFold, type CurrentRun } from './runs.ts'

/** The run that is on, as the log has it at this moment. */
export async function loadCurrentRun(commands: Commands): Promise<CurrentRun> {
  const { state } = await commands.load(challengeStream, runsFold)
  return currentRun(state)
}

// Chooses the run that a process shows when it starts.

import type { History } from '@thirty/contracts/challenge/history.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { currentHistory, readCurrentHistory } from '../challenge/read-model.ts'
import { readChallenge } from '../read-challenge.ts'
import { runReadModels } from '../run-context.ts'
import type { ReadSide } from '../registered-projection.ts'

/**
 * Returns the history to show when a process starts: the history of the current run, unless its read models are not complete
 * and the read models of an earlier scoring or run still are. Throws `StoreUnavailable` and `LogUnavailable`.
 */
export async function chooseShownRun({ store, log, timeZone }: Omit<ReadSide, 'clock'>): Promise<History> {
  // A store that other processes filled knows the current run.
  const { history, earlier } =
    (await readCurrentHistory(store)) ?? currentHistory((await readChallenge(log)).runs)
  for (const candidate of [history, ...earlier])
    if (await isBuilt(store, runReadModels([candidate], timeZone))) return candidate
  return history
}

/** Whether queries can read all of these read models. */
export async function isBuilt(
  store: Pick<ReadModelStore, 'liveBuild'>,
  readModels: readonly ReadModelKey[],
): Promise<boolean> {
  const builds = await Promise.all(readModels.map((readModel) => store.liveBuild(readModel)))
  return builds.every((live) => live !== undefined)
}

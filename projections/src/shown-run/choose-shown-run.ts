import type { History } from '@thirty/contracts/rules/history.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { currentHistory, type CurrentHistory } from '../challenge/current-history.ts'
import { challengeProjection, challengeState, type Challenge } from '../challenge/projection.ts'
import { readChallenge } from '../read-challenge.ts'
import { runReadModels } from '../projections-of-run.ts'

export type ChooseShownRunOptions = {
  store: Pick<ReadModelStore, 'liveBuild' | 'load'>
  log: Pick<EventLog, 'read'>
  /** Time zone in which challenge days begin and end. */
  timeZone: string
}

/**
 * Returns the history to show when a process starts: the history of the current run, unless its read models are not complete
 * and those of an earlier scoring or of an earlier run still are. Throws `StoreUnavailable` and `LogUnavailable`.
 */
export async function chooseShownRun({ store, log, timeZone }: ChooseShownRunOptions): Promise<History> {
  const { history, earlier } = (await storedHistory(store)) ?? (await loggedHistory(log))
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

/** A store that other processes filled knows the current run. */
async function storedHistory(store: ChooseShownRunOptions['store']): Promise<CurrentHistory | undefined> {
  const live = await store.liveBuild(challengeProjection)
  if (live === undefined || live.outdatedSince !== undefined) return undefined
  const [challenge] = await store.load<Challenge>(challengeProjection, ['current'])
  return currentHistory(challengeState(challenge).runs)
}

const loggedHistory = async (log: Pick<EventLog, 'read'>): Promise<CurrentHistory> =>
  currentHistory((await readChallenge(log)).runs)

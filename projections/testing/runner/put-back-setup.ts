// A runner whose log is put back to an older copy, for the specs of what happens then.

import { fakeEventLog, type FakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  setUpRunner,
  countingProjection,
  withLiveUpdates,
} from '@thirty/projections/testing/runner/runner-setup.ts'

export const tallyModel = { name: 'tally', version: 1 }

/** A runner whose read model has counted five events of `project-a` and one of `user-1`. */
export async function setUpPutBack(fake: FakeEventLog = fakeEventLog()) {
  const projections = [withLiveUpdates(countingProjection('tally', ['project-', 'user-']))]
  const setup = setUpRunner(projections, { log: fake })
  const { log, started, memory } = setup
  log.add('project-a', 'Kept')
  log.add('user-1', 'Kept')
  for (let index = 0; index < 4; index++) log.add('project-a', 'Lost')
  const runner = await started()
  const epoch = async () => (await memory.liveBuild(tallyModel))?.epoch
  return { ...setup, runner, epoch, putBackTo: 1n }
}

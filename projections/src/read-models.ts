// All that a process uses of the read side: the read models of no run and of the run that is shown, with their endpoints, and the queries
// of authentication, exports, cards and commands.

import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import type { ExportFilter } from '@thirty/contracts/exports/api.ts'
import type { ExportFormat, ExportKind } from '@thirty/contracts/exports/events.ts'
import { sharedRun } from '@thirty/infra/shared-run.ts'
import type { CardFacts } from './card-facts.ts'
import { commonModels, type CommonModelsOptions } from './common-models.ts'
import { exportFile } from './export-file.ts'
import { runEpoch, withRunEpochs } from './live-position.ts'
import { runReadModels, type RunContextOptions } from './run-context.ts'
import { keysOf } from './registered-projection.ts'
import { createShownRun, shownEndpoints } from './shown-models.ts'

/** `history`: the history that is shown at first. */
export type ReadModelsOptions = Omit<RunContextOptions, 'reader' | 'common'> &
  Pick<CommonModelsOptions, 'findOpenSessions' | 'lagOf'>

export type ReadModels = ReturnType<typeof readModels>

export function readModels(options: ReadModelsOptions) {
  const { store, timeZone } = options
  const publicName = () => shownRun.current.epochNames.everybody
  const { list, ...common } = commonModels({
    ...options,
    store: withRunEpochs(store, publicName, async () => true),
    shownRun: () => shownRun.current.history[0].run,
    board: () => shownRun.current.views.admins.board,
  })
  const { shownRun, createRun, audiences, joinedPosition } = createShownRun({ ...options, common })
  const commonProjections = list.map((registered) => ({
    ...registered,
    epochOf: (epoch: string) => runEpoch(epoch, publicName()),
  }))
  const commonKeys = keysOf(commonProjections)
  const shownProjections = () => [...commonProjections, ...shownRun.current.projections]
  const shownReadModels = () => keysOf(shownProjections())
  return {
    ...common,
    /** The projections of no run, and of the run that is shown at first, with their live updates. */
    projections: shownProjections(),
    /** The projections of no run, and of the run that is shown now. */
    shownProjections,
    /** The read models that queries read. */
    shownReadModels,
    /** Returns the position of a join as `createShownRun` does. Calls that wait for the same reading share it. */
    joinedPosition: sharedRun(() => joinedPosition(shownReadModels())),
    /** What this release can build: the read models of no run, and of the first one. */
    buildable: [...commonKeys, ...runReadModels([firstHistory], timeZone)],
    /** The run whose read models queries read. */
    shownRun,
    createRun,
    audiences: () => audiences(commonKeys),
    /** Returns accounts, or projects, ratings or standings of the run that is shown when the file is read, as a file. */
    exportFile: (kind: ExportKind, format: ExportFormat, filter: ExportFilter) => {
      const table = () => shownRun.current.views.admins.exports[kind]
      return exportFile(kind, format, { columns: table().columns, parts: () => table().parts(filter) })
    },
    /** What share cards and the heads of shared pages say. */
    cardFacts: {
      project: (id) => shownRun.current.views.everybody.cardFacts.project(id),
      participant: (id) => shownRun.current.views.everybody.cardFacts.participant(id),
      certificate: common.past.certificates.ofCode,
    } satisfies CardFacts,
    /** The endpoints of all queries. Each answers from the run that is shown when the request arrives. */
    endpoints: [
      ...commonProjections.flatMap(({ endpoints }) => endpoints),
      ...common.past.endpoints,
      ...shownEndpoints(shownRun),
    ],
  }
}

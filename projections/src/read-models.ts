// All that a process uses of the read side: the read models of no run and of the run that is shown, with their endpoints, and the queries
// of authentication, exports, cards and commands.

import { currentRun, firstHistory } from '@thirty/contracts/challenge/history.ts'
import type { ExportFilter } from '@thirty/contracts/exports/api.ts'
import type { ExportFormat, ExportKind } from '@thirty/contracts/exports/exports.ts'
import type { UnsubmittedQuery } from '@thirty/contracts/notifications/unsubmitted.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { sharedRun } from '@thirty/infra/shared-run.ts'
import type { CardFacts } from './card-facts.ts'
import { readCurrentHistory } from './challenge/read-model.ts'
import { commonModels, type CommonModelsOptions } from './common-models.ts'
import { exportFile } from './export-file.ts'
import { joinedPosition, runEpoch, withRunEpochs, type LivePosition } from './live-position.ts'
import { runReadModels } from './projections-of-run.ts'
import { readChallenge } from './read-challenge.ts'
import { keyOf, keysOf } from './registered-projection.ts'
import type { RunContextOptions } from './run-context.ts'
import type { RunModels } from './run-models.ts'
import { createShownRun, shownEndpoints } from './shown-models.ts'

/** `history`: the history that is shown at first. */
export type ReadModelsOptions = Omit<RunContextOptions, 'reader' | 'common'> &
  Pick<CommonModelsOptions, 'findOpenSessions' | 'lagOf'>

export type ReadModels = ReturnType<typeof readModels>
export type Audience = ReturnType<ReadModels['audiences']>[number]

export function readModels(options: ReadModelsOptions) {
  const { store, timeZone } = options
  const publicName = () => shownRun.current.epochNames.everybody
  const board = () => shownRun.current.views.admins.board
  const commonStore = withRunEpochs(store, publicName, async () => true)
  const common = commonModels({
    ...options,
    store: commonStore,
    shownRun: () => shownRun.current.history[0].run,
    board,
  })
  const { past } = common
  const { people, members, challenge, whatIf } = common.queries
  const { shownRun, createRun, isFrozen } = createShownRun({ ...options, common })

  const commonProjections = common.list.map((registered) => ({
    ...registered,
    epochOf: (epoch: string) => runEpoch(epoch, publicName()),
  }))
  const commonKeys = keysOf(commonProjections)
  const shownProjections = () => [...commonProjections, ...shownRun.current.projections]
  const shownReadModels = () => keysOf(shownProjections())
  const readJoinedPosition = async (): Promise<LivePosition | undefined> => {
    // The leaderboard knows of every freeze that hides an event before its position.
    const builds = [board(), ...shownReadModels()].map((key) => store.liveBuild(key))
    const position = joinedPosition(await Promise.all(builds))
    // Asked after the builds: a position that was read before a freeze has nothing that it hides.
    if (position === undefined || (await isFrozen(board()))) return undefined
    return { ...position, epoch: runEpoch(position.epoch, publicName()) }
  }
  return {
    /** The projections of no run, and of the run that is shown at first, with their live updates. */
    projections: shownProjections(),
    /** The projections of no run, and of the run that is shown now. */
    shownProjections,
    /** The read models that queries read. */
    shownReadModels,
    /**
     * Returns a position that no message that was sent before the call is after; see `joinedPosition`. `undefined` during a freeze,
     * whose hidden changes it would count. Calls that wait for the same reading share it.
     */
    joinedPosition: sharedRun(readJoinedPosition),
    /** What this release can build: the read models of no run, and of the first one. */
    buildable: [...commonKeys, ...runReadModels([firstHistory], timeZone)],
    /** The run whose read models queries read. */
    shownRun,
    createRun,
    /** Returns the history of the current run, which may not be shown yet. */
    currentHistory: () => readCurrentHistory(commonStore),
    challenge,
    /** Returns the current session state of a user, for authentication. */
    sessionOf: people.sessionOf,
    /** Returns the options of the installation, also while their read model cannot be read. */
    currentOptions: common.currentOptions,
    /**
     * Returns who is answered now: everybody by the same read models, or during a freeze admins and all others by theirs. An audience is all
     * sockets but those in the room `except`.
     */
    audiences: () => {
      const { views, history } = shownRun.current
      const audience = (view: RunModels, except?: string) => ({
        except,
        board: keyOf(view.board),
        readModels: [
          ...commonKeys,
          // Only admins read the judging.
          ...keysOf(view.list).filter(
            ({ name }) => except !== rooms.admins || name !== view.readModels.judging.name,
          ),
        ],
        heartbeat: view.heartbeat,
      })
      if (history[0].frozenAt === undefined) return [audience(views.everybody)]
      return [audience(views.everybody, rooms.admins), audience(views.admins, rooms.nonAdmins)]
    },
    checkReplay: past.checkReplay,
    /** Returns the scales of the reviewers of the current run, from the official ratings up to a position. */
    scalesAt: async (position: bigint) => {
      const { runs } = await readChallenge(options.log)
      return whatIf.scalesAt(currentRun(runs).history, position)
    },
    /** Finds the participants without a project for a day. */
    unsubmitted: (query: UnsubmittedQuery) => shownRun.current.views.admins.unsubmitted(query),
    /** Returns a backup as responses show it; `undefined` for an unknown or deleted one. */
    describeBackup: past.backups.one,
    countAccounts: members.countAccounts,
    /** Returns accounts, or projects, ratings or standings of the run that is shown when the file is read, as a file. */
    exportFile: (kind: ExportKind, format: ExportFormat, filter: ExportFilter) => {
      const table = () => shownRun.current.views.admins.exports[kind]
      return exportFile(kind, format, { columns: table().columns, parts: () => table().parts(filter) })
    },
    /** What share cards and the heads of shared pages say. */
    cardFacts: {
      project: (id) => shownRun.current.views.everybody.cardFacts.project(id),
      participant: (id) => shownRun.current.views.everybody.cardFacts.participant(id),
      certificate: past.certificates.ofCode,
    } satisfies CardFacts,
    /** Those of the audit, whose downloads are recorded. */
    auditEndpoints: common.auditEndpoints,
    /** The endpoints of all queries. Each answers from the run that is shown when the request arrives. */
    endpoints: [
      ...commonProjections.flatMap(({ endpoints }) => endpoints),
      ...past.endpoints,
      ...shownEndpoints(shownRun),
    ],
  }
}

// All that a process uses of the read side: the read models of no run and of the run that is shown, with their endpoints, and the queries
// of authentication, exports, cards and commands. Of the run that is shown there are two views: one of its read models for admins, and one
// for everybody else, without what a freeze of the leaderboard hides. `shown-run/run-switch.ts` puts another run in its place.

import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import type { ExportFilter } from '@thirty/contracts/exports/api.ts'
import type { ExportFormat, ExportKind } from '@thirty/contracts/exports/events.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { boardName, publicRunName, shownRunName, trueRunName } from '@thirty/contracts/challenge/run-name.ts'
import { sharedRun } from '@thirty/infra/shared-run.ts'
import { optionalCaller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { runHandlers } from '@thirty/infra/http/endpoint/route-tree.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { CardFacts } from './card-facts.ts'
import { commonModels, type CommonModelsOptions } from './common-models.ts'
import { exportFile } from './export-file.ts'
import { joinedPosition, runEpoch, withRunEpochs, type LivePosition } from './read-model-state.ts'
import { runReadModels, type RunContextOptions, hasFreeze, historySeenBy } from './run-context.ts'
import { keysOf, keyOf, type RegisteredProjection } from './registered-projection.ts'
import { audienceUpdates } from './freeze/audience-updates.ts'
import type { RunReader } from './freeze/with-freeze.ts'
import { frozenAtIn, publicStore } from './freeze/public-store.ts'
import { runModels, type RunModels } from './run-models.ts'

/** `history`: the history that is shown at first. */
export type ReadModelsOptions = Omit<RunContextOptions, 'reader' | 'common'> &
  Pick<CommonModelsOptions, 'findOpenSessions' | 'lagOf'>

export type ReadModels = ReturnType<typeof readModels>
export type Audience = ReturnType<ReadModels['audiences']>[number]

export function readModels(options: ReadModelsOptions) {
  const { store, timeZone } = options
  const publicName = () => shownRun.current.epochNames.everybody
  const { list, ...common } = commonModels({
    ...options,
    store: withRunEpochs(store, publicName, async () => true),
    shownRun: () => shownRun.current.history[0].run,
    board: () => shownRun.current.views.admins.board,
  })
  const { shownRun, createRun, isFrozen } = createShownRun({ ...options, common })
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
    /**
     * Returns a position that no message that was sent before the call is after; see `joinedPosition`. `undefined` during a freeze, whose
     * hidden changes it would count. Calls that wait for the same reading share it.
     */
    joinedPosition: sharedRun(async (): Promise<LivePosition | undefined> => {
      const { views, epochNames } = shownRun.current
      // The leaderboard knows of every freeze that hides an event before its position.
      const { board } = views.admins
      const builds = [board, ...shownReadModels()].map((key) => store.liveBuild(key))
      const position = joinedPosition(await Promise.all(builds))
      // Asked after the builds: a position that was read before a freeze has nothing that it hides.
      if (position === undefined || (await isFrozen(board))) return undefined
      return { ...position, epoch: runEpoch(position.epoch, epochNames.everybody) }
    }),
    /** What this release can build: the read models of no run, and of the first one. */
    buildable: [...commonKeys, ...runReadModels([firstHistory], timeZone)],
    /** The run whose read models queries read. */
    shownRun,
    createRun,
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

/** The read models of a run, as they are shown. */
export type ShownModels = {
  history: History
  /** Names the run and the scorings of its leaderboards. */
  name: string
  views: Record<RunReader, RunModels>
  /** The projections of all read models that a view reads, each once. */
  projections: readonly RegisteredProjection[]
  /** The read models of earlier runs that it does not use. */
  replaced: readonly ReadModelKey[]
  /** The run in the epochs of what such readers receive: only admins learn that the scoring was changed during a freeze. */
  epochNames: Record<RunReader, string>
}

/** Read models of earlier releases, of which a shared store still has the newest versions. */
const formerReadModels = [
  { name: 'team', version: 1 },
  { name: 'backups', version: 1 },
  { name: 'options', version: 3 },
]

/** Returns the holder of the run that is shown, at first the one of `history`, and what creates the `ShownModels` of others. */
function createShownRun({ history: first, ...options }: Omit<RunContextOptions, 'reader'>) {
  const { store, timeZone } = options

  /** Whether a freeze hides changes of a read model. */
  const isFrozen = async (readModel: ReadModelKey): Promise<boolean> =>
    shownRun.current.history[0].frozenAt !== undefined || (await frozenAtIn(store, readModel)) !== undefined

  /** Creates what such readers read of a run. */
  const createView = (history: History, reader: RunReader): RunModels => {
    // Everything that is shown has the same epochs, so that browsers load again when a freeze begins or ends.
    const epochName = () => {
      const { views, epochNames } = shownRun.current
      return views[reader] === view ? epochNames[reader] : publicRunName(history)
    }
    const view: RunModels = runModels({
      ...options,
      store: withRunEpochs(
        reader === 'admins' ? store : publicStore(store, hasFreeze),
        epochName,
        async (readModel) =>
          reader === 'everybody' && (await isFrozen(hasFreeze(readModel) ? readModel : view.board)),
      ),
      history,
      reader,
    })
    return view
  }
  /** Returns a projection as it runs. It outlives the view that lists it, and must not keep that in memory. */
  const registered = ({ projection, liveUpdates }: RegisteredProjection): RegisteredProjection => ({
    projection,
    ...(liveUpdates &&
      audienceUpdates(projection, {
        shown: () => shownRun.current,
        hasFreeze: hasFreeze(projection),
        isFrozen: () => isFrozen(projection),
      })),
    // Only the leaderboard drops the read models of earlier runs and releases.
    replaced: () => {
      const { views, replaced } = shownRun.current
      return views.admins.board.name === projection.name ? [...replaced, ...formerReadModels] : []
    },
  })
  /**
   * Creates the read models of a run that may be shown later. `earlier`: the histories of the runs before it, whose read models a store
   * with several processes drops once this run is shown. `known`: views that the run reuses if they have the same run and leaderboard; the
   * shown views when missing.
   */
  const createRun = (
    history: History,
    earlier: readonly History[] = [],
    known: Partial<ShownModels['views']> = shownRun.current.views,
  ): ShownModels => {
    const viewFor = (reader: RunReader): RunModels => {
      const own = historySeenBy(history, reader)
      return known[reader] && boardName(known[reader].history) === boardName(own)
        ? known[reader]
        : createView(own, reader)
    }
    const views = { admins: viewFor('admins'), everybody: viewFor('everybody') }
    const listed = [...views.everybody.list, ...views.admins.list]
    const projections = new Map(listed.map((one) => [one.projection.name, one]))
    return {
      history,
      name: shownRunName(history),
      views,
      projections: [...projections.values()].map(registered),
      replaced: runReadModels(earlier, timeZone).filter(({ name }) => !projections.has(name)),
      epochNames: { everybody: publicRunName(history), admins: trueRunName(history) },
    }
  }
  const shownRun: { current: ShownModels } = { current: createRun(first, [], {}) }
  return { shownRun, createRun, isFrozen }
}

/**
 * Returns the endpoints of the shown run: every run has the same ones in the same order. A request keeps its run to its end, so no response
 * mixes two runs.
 */
export const shownEndpoints = (shown: {
  readonly current: { views: Record<RunReader, { endpoints: readonly Endpoint[] }> }
}): Endpoint[] =>
  shown.current.views.admins.endpoints.map(({ definition }, index) => ({
    definition,
    handlers: [
      (request, response, next) => {
        // The guards ran before. An endpoint for everybody has no caller, also if an admin calls it.
        const isAdmin = optionalCaller(request)?.isAdmin === true
        const { endpoints } = shown.current.views[isAdmin ? 'admins' : 'everybody']
        runHandlers(endpoints[index]?.handlers ?? [], request, response, next)
      },
    ],
  }))

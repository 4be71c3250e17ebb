// The read models of a process: of no run, and of the run that is shown.

import type { HistoryStatus } from '@thirty/contracts/backups/api.ts'
import type { ExportFilter } from '@thirty/contracts/exports/api.ts'
import type { ExportFormat, ExportKind } from '@thirty/contracts/exports/exports.ts'
import type { UnsubmittedQuery } from '@thirty/contracts/notifications/unsubmitted.ts'
import { rooms, type Heartbeat, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { currentRun, firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { sharedRun } from '@thirty/infra/shared-run.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { publishChallenge, startScheduledUpdates } from './challenge/live.ts'
import { readCurrentHistory } from './challenge/query.ts'
import type { CardFacts } from './cards/facts.ts'
import { exportFile } from './export-file.ts'
import { commonModels, type CommonModelsOptions, type ReadSide } from './common-models.ts'
import type { RunReader } from './freeze/public-document.ts'
import { audienceUpdates } from './freeze/audience-updates.ts'
import { frozenAtIn, publicStore } from './freeze/public-store.ts'
import { whatIfBoards } from './what-if-boards.ts'
import { readChallenge } from './read-challenge.ts'
import { joinedPosition, type LivePosition, runEpoch, withRunEpochs } from './live-position.ts'
import { pastModels } from './past-models.ts'
import { ownersIndex, ownerIds } from './projects/owner.ts'
import { keysOf, type RegisteredProjection } from './registered-projection.ts'
import type { RunContextOptions } from './run-context.ts'
import { runModels, type RunModels } from './run-models.ts'
import { boardName, publicRunName, shownName, trueRunName } from '@thirty/contracts/challenge/run-name.ts'
import { hasFreeze, readHistory, runReadModels } from './projections-of-run.ts'
import { shownEndpoints, ShownRun } from './shown-run/shown-run.ts'

export type ReadModelsOptions = ReadSide &
  Pick<RunContextOptions, 'draftsOf' | 'openProjects'> &
  Pick<CommonModelsOptions, 'findOpenSessions'> & {
    /** The history that is shown at first. */
    history: History
    /** Called after an event of the challenge was applied in this process. */
    onChallengeChanged?(): void
  }

/**
 * The read models of a run, and the views of them: what admins read, and what everybody else does, without what a freeze of the
 * leaderboard hides. The fields of `RunModels` are the view of admins.
 */
export type ShownModels = RunModels & {
  views: Record<RunReader, RunModels>
  /** The projections of all read models that a view reads, each once. */
  projections: readonly RegisteredProjection[]
  /** The read models of earlier runs that it does not use. */
  replaced: readonly ReadModelKey[]
  /** The run in the epochs of what such readers receive: only admins learn that the scoring was changed during a freeze. */
  epochNames: Record<RunReader, string>
}

/** The sockets that are answered by the same read models: all but those in the room `except`. */
export type Audience = {
  except?: string
  /** The read model of the leaderboard. */
  board: ReadModelKey
  readModels: readonly ReadModelKey[]
  /**
   * Returns the heartbeat by which a browser distinguishes an idle leaderboard from a lost connection. `online`: number of sockets
   * that watch it; `isReceiving`: whether live updates reach this process.
   */
  heartbeat(online: number, isReceiving: boolean): Promise<Heartbeat>
}

export type ReadModels = ReturnType<typeof readModels>

export function readModels(options: ReadModelsOptions) {
  const { store } = options
  const publicName = () => shownRun.current.epochNames.everybody
  const commonStore = withRunEpochs(store, publicName, async () => true)
  const common = commonModels({
    ...options,
    store: commonStore,
    shownRun: () => shownRun.current.history[0].run,
    onChallengeChanged: () => options.onChallengeChanged?.(),
    submissionsIndex: (status) => ({
      readModel: shownRun.current.readModels.projects,
      index: ownersIndex(status),
      userOf: ownerIds.subject,
    }),
    // Admins have no rank.
    rankOf: (user) => shownRun.read((run) => run.views.everybody.boardQueries.rankOf(user)),
    submittedDays: (users) => shownRun.read((run) => run.contributions.submittedDays(users)),
  })
  const past = pastModels({
    ...options,
    store: commonStore,
    board: () => shownRun.current.board,
    members: common.queries.members,
  })
  const whatIf = whatIfBoards({ log: options.log, timeZone: options.timeZone })

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
      common,
      past,
      whatIf,
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
    // Only the leaderboard drops the read models of earlier runs.
    replaced: () => (shownRun.current.board.name === projection.name ? shownRun.current.replaced : []),
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
      const own = readHistory(history, reader)
      return known[reader]?.name === boardName(own) ? known[reader] : createView(own, reader)
    }
    const used = new Set(runReadModels([history], options.timeZone).map(({ name }) => name))
    const views = { admins: viewFor('admins'), everybody: viewFor('everybody') }
    const listed = [...views.everybody.list, ...views.admins.list]
    const projections = new Map(listed.map((one) => [one.projection.name, one]))
    return {
      ...views.admins,
      history,
      name: shownName(history),
      replaced: runReadModels(earlier, options.timeZone).filter(({ name }) => !used.has(name)),
      epochNames: { everybody: publicRunName(history), admins: trueRunName(history) },
      views,
      projections: [...projections.values()].map(registered),
    }
  }
  const shownRun: ShownRun<ShownModels> = new ShownRun(createRun(options.history, [], {}))
  /** Yields all parts from the run that is shown at the beginning. */
  async function* shownParts(kind: ExportKind, filter: ExportFilter) {
    const { models, release } = shownRun.hold()
    try {
      yield* models.exports[kind].parts(filter)
    } finally {
      release()
    }
  }
  const commonProjections = [...common.list, ...past.list].map((registered) => ({
    ...registered,
    epochOf: (epoch: string) => runEpoch(epoch, publicName()),
  }))
  const commonKeys = keysOf(commonProjections)
  const shownReadModels = () => [...commonKeys, ...keysOf(shownRun.current.projections)]
  const readJoinedPosition = async (): Promise<LivePosition | undefined> => {
    // The leaderboard knows of every freeze that hides an event before its position.
    const builds = [shownRun.current.board, ...shownReadModels()].map((key) => store.liveBuild(key))
    const position = joinedPosition(await Promise.all(builds))
    // Asked after the builds: a position that was read before a freeze has nothing that it hides.
    if (position === undefined || (await isFrozen(shownRun.current.board))) return undefined
    return { ...position, epoch: runEpoch(position.epoch, publicName()) }
  }
  const challengeStamp = async (scheduler: Scheduler) => ({
    ...(await common.queries.challenge.position()),
    at: new Date(scheduler.now()).toISOString(),
  })
  return {
    /** The projections of no run, and of the run that is shown at first, with their live updates. */
    projections: [...commonProjections, ...shownRun.current.projections],
    /** The projections of no run, and of the run that is shown now. */
    shownProjections: () => [...commonProjections, ...shownRun.current.projections],
    /** The read models that queries read. */
    shownReadModels,
    /**
     * Returns a position that no message that was sent before the call is after; see `joinedPosition`. `undefined` during a freeze,
     * whose hidden changes it would count. Calls that wait for the same reading share it.
     */
    joinedPosition: sharedRun(readJoinedPosition),
    /** What this release can build: the read models of no run, and of the first one. */
    buildable: [...commonKeys, ...runReadModels([firstHistory], options.timeZone)],
    /** The run whose read models queries read. */
    shownRun,
    createRun,
    /** Returns the history of the current run, which may not be shown yet. */
    currentHistory: () => readCurrentHistory(commonStore),
    /** Returns the current session state of a user, for authentication. */
    sessionOf: common.queries.people.sessionOf,
    /** Returns the options of the installation, also while their read model cannot be read. */
    currentOptions: common.currentOptions,
    /** Returns who is answered now: everybody by the same read models, or during a freeze admins and all others by theirs. */
    audiences: (): readonly Audience[] => {
      const { views, history } = shownRun.current
      const audience = (view: RunModels, except?: string): Audience => ({
        ...(except !== undefined && { except }),
        board: view.board,
        readModels: [
          ...commonKeys,
          // Only admins read the judging.
          ...keysOf(view.list).filter(
            ({ name }) => except !== rooms.admins || name !== view.readModels.judging.name,
          ),
        ],
        heartbeat: (online, isReceiving) => shownRun.read(() => view.heartbeat(online, isReceiving)),
      })
      if (history[0].frozenAt === undefined) return [audience(views.everybody)]
      return [audience(views.everybody, rooms.admins), audience(views.admins, rooms.nonAdmins)]
    },
    /**
     * Tells the sockets of this process that another run than before is shown: they load their data again, also if they miss this,
     * because of the epoch. Tells only the sockets of admins if a freeze hides from others that something changed.
     */
    publishShownRun: async (
      live: LivePublisher<ServerMessages>,
      scheduler: Scheduler,
      previous: ShownModels,
    ) => {
      const isHidden = publicName() === previous.epochNames.everybody
      const stamp = await challengeStamp(scheduler)
      // Visitors are in the showcase room, all others in the leaderboard room.
      for (const room of isHidden ? [rooms.admins] : [rooms.showcase, rooms.leaderboard])
        live.publish(room, 'news.missed', stamp)
      if (!isHidden) await publishChallenge(common.queries.challenge, live, scheduler)
    },
    /** Tells the admins of this process how far the switch to another run is. */
    publishHistoryStatus: async (
      live: LivePublisher<ServerMessages>,
      scheduler: Scheduler,
      status: HistoryStatus,
    ) => live.publish(rooms.admins, 'history.changed', { status, ...(await challengeStamp(scheduler)) }),
    /** Publishes a new day and a scheduled start to the sockets of this process. Returns a function that stops it. */
    startScheduledUpdates: (live: LivePublisher<ServerMessages>, scheduler: Scheduler) =>
      startScheduledUpdates(common.queries.challenge, live, scheduler),
    checkReplay: past.checkReplay,
    /** Returns the scales of the reviewers of the current run, from the official ratings up to a position. */
    scalesAt: async (position: bigint) => {
      const { runs } = await readChallenge(options.log)
      return whatIf.scalesAt(currentRun(runs).history, position)
    },
    /** Finds the participants without a project for a day. */
    unsubmitted: (query: UnsubmittedQuery) => shownRun.read((run) => run.unsubmitted(query)),
    /** Returns a backup as responses show it; `undefined` for an unknown or deleted one. */
    describeBackup: past.backups.one,
    countAccounts: common.queries.members.countAccounts,
    /** Returns accounts, or projects, ratings or standings of the run that is shown when the file is read, as a file. */
    exportFile: (kind: ExportKind, format: ExportFormat, filter: ExportFilter) => {
      const { columns } = shownRun.current.exports[kind]
      return exportFile(kind, format, { columns, parts: () => shownParts(kind, filter) })
    },
    /** What share cards and the heads of shared pages say. */
    cardFacts: {
      project: (id) => shownRun.read((run) => run.views.everybody.cardFacts.project(id)),
      participant: (id) => shownRun.read((run) => run.views.everybody.cardFacts.participant(id)),
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

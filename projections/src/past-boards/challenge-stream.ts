import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { evolveRuns, initialRuns, type HistorySegment, type Runs } from '@thirty/contracts/rules/history.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/**
 * A backup as the log records it. `createdAt` is ISO time; `createdBy` is the id of a user, null if the product made it by
 * itself. `position` is that of the event that created it.
 */
export type RecordedBackup = {
  id: string
  name: string
  createdAt: string
  createdBy: string | null
  automatic: boolean
  imported: boolean
  of: HistorySegment
  position: bigint
}

/**
 * All runs and backups up to a position. `begun` has the position and the time (milliseconds since 1970) at which each run
 * after the first began; it ended the one before.
 */
export type ChallengeState = {
  runs: Runs
  /** Without deleted ones, oldest first. */
  backups: readonly RecordedBackup[]
  begun: ReadonlyMap<number, { position: bigint; at: number }>
  /** The positions at which imports took their runs, by run. All events of such a run follow. */
  imports: ReadonlyMap<number, bigint>
}

const initialState: ChallengeState = { runs: initialRuns, backups: [], begun: new Map(), imports: new Map() }

/** Returns the state after the events of the stream `challenge`, up to a position. The stream is short. */
export async function readChallenge(log: Pick<EventLog, 'read'>, upTo?: bigint): Promise<ChallengeState> {
  let state = initialState
  for await (const event of log.read(challengeStream)) {
    if (upTo !== undefined && event.position > upTo) break
    if (isEventOf(challengeEvents, event)) state = evolveChallenge(state, event)
  }
  return state
}

function evolveChallenge(state: ChallengeState, event: RecordedEvent & ChallengeEvent): ChallengeState {
  const runs = evolveRuns(state.runs, event)
  switch (event.type) {
    case 'BackupCreated':
      return { ...state, runs, backups: [...state.backups, createdBackup(event)] }
    case 'BackupImported':
      return { ...state, runs, backups: [...state.backups, importedBackup(event)] }
    case 'BackupDeleted':
      return { ...state, runs, backups: state.backups.filter(({ id }) => id !== event.data.backup) }
    case 'ChallengeReset':
    case 'BackupRestored': {
      const begun = { position: event.position, at: Date.parse(event.at) }
      return { ...state, runs, begun: new Map(state.begun).set(event.data.run, begun) }
    }
    case 'ChallengeStarted':
    case 'ChallengeScheduled':
    case 'ScheduleCancelled':
    case 'ChallengeEndSet':
    case 'ChallengeEndUndone':
    case 'LeaderboardFrozen':
    case 'FreezeCancelled':
    case 'LeaderboardRevealed':
    case 'ScoringChanged':
    case 'ChallengeOptionsChanged':
      return { ...state, runs }
    case 'BackupImportStarted':
      return { ...state, runs, imports: new Map(state.imports).set(event.data.run, event.position) }
  }
}

type Created = RecordedEvent & ChallengeEvent & { type: 'BackupCreated' }
type Imported = RecordedEvent & ChallengeEvent & { type: 'BackupImported' }

function createdBackup(event: Created): RecordedBackup {
  const { run, upTo } = event.data.of
  const of = { run, ...(upTo !== undefined && { upTo: BigInt(upTo) }) }
  return { ...recordedBackup(event), imported: false, of }
}

const importedBackup = (event: Imported): RecordedBackup => ({
  ...recordedBackup(event),
  imported: true,
  // An import ends with this event.
  of: { run: event.data.run, upTo: event.position },
})

const recordedBackup = ({ at, metadata, position, data }: Created | Imported) => ({
  id: data.backup,
  name: data.name,
  createdAt: at,
  createdBy: metadata.actor ?? null,
  automatic: data.automatic,
  position,
})

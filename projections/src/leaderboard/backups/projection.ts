import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'

const backupEvents = pickEvents(challengeEvents, 'BackupCreated', 'BackupImported', 'BackupDeleted')

/** Document `list`: the position at which the list of backups last changed. */
export type BackupList = { changedAt: string }

/** Says when the list of backups changed, so that admins are told. The backups themselves are read from their short stream. */
export const backupsProjection: Projection<BackupList, typeof backupEvents> = {
  name: 'backups',
  version: 1,
  streams: ['challenge'],
  events: backupEvents,
  documentIds: () => ['list'],
  evolve: (_list, { position }) => ({ changedAt: position.toString() }),
  indexEntries: () => ({}),
}

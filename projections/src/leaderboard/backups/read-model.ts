// The read model of backups: it says when their list changed, so that admins are told. The backups themselves are read from their short
// stream (`query.ts`). With it the endpoints of their list, and of the preview of a restore.

import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { listed, type ListedReadModel } from '../../registered-projection.ts'
import type { PreviewRestore } from './preview-restore.ts'
import type { BackupQueries } from './query.ts'

const backupEvents = pickEvents(challengeEvents, 'BackupCreated', 'BackupImported', 'BackupDeleted')

/** Document `list`: the position at which the list of backups last changed. */
type BackupList = { changedAt: string }

export const backupsProjection: Projection<BackupList, typeof backupEvents> = {
  name: 'backups',
  version: 1,
  streams: ['challenge'],
  events: backupEvents,
  documentIds: () => ['list'],
  evolve: (_list, { position }) => ({ changedAt: position.toString() }),
  indexEntries: () => ({}),
}

export const backupsModel = (backups: BackupQueries, preview: PreviewRestore): ListedReadModel => {
  /** Computes the statistics of a new backup before admins ask for it. Not awaited: the list computes what is missing, too. */
  const build = () => {
    backups.prepare().catch(() => undefined)
    return {}
  }
  return listed(
    backupsProjection,
    [() => [{ room: rooms.admins, message: 'backups.changed', build }]],
    [
      endpoint(historyEndpoints.list)(async ({ query, response }) => {
        const { backups: page, nextCursor } = await backups.list(query)
        if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
        return page
      }),
      endpoint(historyEndpoints.one)(
        async ({ params }) => (await backups.one(params.backupId)) ?? refuseUnknown(),
      ),
      endpoint(historyEndpoints.figures)(async () => ({ success: true, ...(await backups.current()) })),
      endpoint(historyEndpoints.preview)(
        async ({ params }) => (await preview(params.backupId)) ?? refuseUnknown(),
      ),
    ],
  )
}

const refuseUnknown = (): never => refuse('backup-not-found', say('backupNotFound'))

import { backupKeyEndpoints } from '@thirty/contracts/endpoints/backup-keys.ts'
import type { BackupKeyEvent } from '@thirty/contracts/events/backup-keys.ts'
import { backupKeysStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { FileSigner } from '@thirty/infra/portable-file/signature.ts'
import { backupKeysFold, type AcceptedKeys } from '../backup-keys-fold.ts'
import type { Commands } from '../handle.ts'
import { commandContext, type CommandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { nameOf } from '../later-changes.ts'
import { accept, remove } from './decide.ts'

export type BackupKeyDeps = {
  commands: Commands
  waitForProjections: WaitForProjections
  fileSigner: Pick<FileSigner, 'fingerprint'>
}

/** Handlers for the keys of backup files: they show, accept and remove them. */
export function backupKeyHandlers({ commands, waitForProjections, fileSigner }: BackupKeyDeps): Endpoint[] {
  const { fingerprint: own } = fileSigner
  const handle = async (context: CommandContext, decide: (keys: AcceptedKeys) => BackupKeyEvent[]) => {
    const { position } = await commands.handle({
      ...backupKeysFold,
      stream: backupKeysStream,
      context,
      decide,
    })
    return waitForProjections(position)
  }
  return [
    endpoint(backupKeyEndpoints.list)(async () => {
      const { state } = await commands.load(backupKeysStream, backupKeysFold)
      const accepted = await Promise.all(
        [...state].map(async ([fingerprint, { name, since, by }]) => ({
          fingerprint,
          name,
          acceptedAt: since,
          acceptedBy: by === undefined ? null : await nameOf(commands, by),
        })),
      )
      accepted.sort((left, right) => left.name.localeCompare(right.name))
      return { success: true, own, accepted }
    }),
    endpoint(backupKeyEndpoints.accept)(async (request) => {
      const { fingerprint } = request.params
      const { name } = request.body
      const context = commandContext(request, request.caller.id, 'accept-backup-key')
      const position = await handle(context, (keys) => accept(keys, { fingerprint, name, own }))
      return { success: true, message: 'Key accepted', ...position }
    }),
    endpoint(backupKeyEndpoints.remove)(async (request) => {
      const { fingerprint } = request.params
      const context = commandContext(request, request.caller.id, 'remove-backup-key')
      const position = await handle(context, (keys) => remove(keys, { fingerprint }))
      return { success: true, message: 'Key removed', ...position }
    }),
  ]
}

// Handlers that show, accept and remove the keys with which other installations sign backup files, and show that of this installation.

import { backupKeyEndpoints } from '@thirty/contracts/backups/backup-keys-api.ts'
import { backupKeysStream as stream } from '@thirty/contracts/events/stream-names.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { personOf } from '../../people.ts'
import type { Parts } from '../../parts.ts'
import { accept, backupKeysFold, remove } from './decide.ts'

export function backupKeyHandlers({ commands, command, fileSigner }: Parts): Endpoint[] {
  const { fingerprint: own } = fileSigner
  return [
    endpoint(backupKeyEndpoints.list)(async () => {
      const { state } = await commands.load(stream, backupKeysFold)
      const accepted = await Promise.all(
        [...state].map(async ([fingerprint, { name, since, by }]) => ({
          fingerprint,
          name,
          acceptedAt: since,
          ...(by === undefined ? { acceptedBy: null } : nameAs('acceptedBy', await personOf(commands, by))),
        })),
      )
      accepted.sort((left, right) => left.name.localeCompare(right.name))
      return { own, accepted }
    }),
    command(backupKeyEndpoints.accept, 'accept-backup-key', backupKeysFold, ({ params, body }) => ({
      stream,
      decide: (keys) => accept(keys, { ...params, ...body, own }),
      answer: () => ({ message: 'Key accepted' }),
    })),
    command(backupKeyEndpoints.remove, 'remove-backup-key', backupKeysFold, ({ params }) => ({
      stream,
      decide: (keys) => remove(keys, params),
      answer: () => ({ message: 'Key removed' }),
    })),
  ]
}

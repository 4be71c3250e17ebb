// Decides which keys of other installations are trusted to sign backup files.

import { backupKeyEvents, type BackupKeyEvent } from '@thirty/contracts/backups/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { Fold } from '../../fold.ts'

/** Most keys that are accepted at the same time. */
export const maxAcceptedKeys = 50

/** The accepted keys by fingerprint. `since` is ISO time, `by` the id of who accepted the key first. */
type AcceptedKeys = ReadonlyMap<string, { name: string; since: string; by: string | undefined }>

export const backupKeysFold: Fold<AcceptedKeys, BackupKeyEvent> = {
  events: backupKeyEvents,
  initial: new Map(),
  evolve: (keys, { type, data, at, metadata }) => {
    const changed = new Map(keys)
    if (type === 'BackupKeyRemoved') changed.delete(data.fingerprint)
    else {
      const { since, by } = keys.get(data.fingerprint) ?? { since: at, by: metadata.actor }
      changed.set(data.fingerprint, { name: data.name, since, by })
    }
    return changed
  },
}

/** Accepts a key, or gives it another name. The same again changes nothing; the installation's own key needs no acceptance. */
export function accept(
  keys: AcceptedKeys,
  { fingerprint, name, own }: { fingerprint: string; name: string; own: string },
): BackupKeyEvent[] {
  if (fingerprint === own) refuse('conflict', 'ownKey')
  if (keys.get(fingerprint)?.name === name) return []
  if (!keys.has(fingerprint) && keys.size >= maxAcceptedKeys)
    refuse('quota-reached', 'tooManyKeys', { count: maxAcceptedKeys })
  return [{ type: 'BackupKeyAccepted', data: { fingerprint, name } }]
}

/** Removes a key. One that is not accepted changes nothing. */
export const remove = (keys: AcceptedKeys, { fingerprint }: { fingerprint: string }): BackupKeyEvent[] =>
  keys.has(fingerprint) ? [{ type: 'BackupKeyRemoved', data: { fingerprint } }] : []

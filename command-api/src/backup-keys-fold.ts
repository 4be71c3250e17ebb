// The keys of other installations whose backup files are accepted here, for `backup-keys/` and the import in `history/`.

import { backupKeyEvents, type BackupKeyEvent } from '@thirty/contracts/backups/events.ts'
import type { Fold } from './fold.ts'

/** An accepted key. `since` is ISO time, `by` the id of who accepted the key first. */
export type KeyAcceptance = { name: string; since: string; by: string | undefined }

/** The accepted keys of other installations, by fingerprint. */
export type AcceptedKeys = ReadonlyMap<string, KeyAcceptance>

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

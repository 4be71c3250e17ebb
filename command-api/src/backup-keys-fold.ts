import { backupKeyEvents, type BackupKeyEvent } from '@thirty/contracts/events/backup-keys.ts'
import type { Fold } from './fold.ts'

/** The accepted keys of other installations: names by fingerprint. */
export type AcceptedKeys = ReadonlyMap<string, string>

export const backupKeysFold: Fold<AcceptedKeys, BackupKeyEvent> = {
  events: backupKeyEvents,
  initial: new Map(),
  evolve: (keys, { type, data }) => {
    const others = [...keys].filter(([fingerprint]) => fingerprint !== data.fingerprint)
    return new Map(type === 'BackupKeyAccepted' ? [...others, [data.fingerprint, data.name]] : others)
  },
}

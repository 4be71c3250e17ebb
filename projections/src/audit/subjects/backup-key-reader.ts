import { backupKeyEvents } from '@thirty/contracts/events/backup-keys.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { SubjectReader } from './draft.ts'

/** Reads the stream of the accepted keys of backup files. */
export function backupKeyReader(): SubjectReader {
  const names = new Map<string, string>()
  return {
    draft(event) {
      if (!isEventOf(backupKeyEvents, event)) return undefined
      const { type, data } = event
      const { actor } = event.metadata
      const isAccepted = type === 'BackupKeyAccepted'
      const name = isAccepted ? data.name : (names.get(data.fingerprint) ?? 'unknown key')
      const record = { name, fingerprint: data.fingerprint }
      return {
        users: [],
        word: (nameOf) => ({
          summary: isAccepted
            ? `${nameOf(actor)} accepted the backup files of “${name}”`
            : `${nameOf(actor)} no longer accepts the backup files of “${name}”`,
          subjectName: name,
          ...(isAccepted ? { after: record } : { before: record }),
        }),
      }
    },
    apply(event) {
      if (!isEventOf(backupKeyEvents, event)) return
      if (event.type === 'BackupKeyAccepted') names.set(event.data.fingerprint, event.data.name)
    },
  }
}

// Imports of backup files over separate logs, for specs.

import type { ImportProgress } from '@thirty/contracts/backups/api.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { collectBatches } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { testSigner } from '@thirty/infra/testing/portable-file/test-signer.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { backupFile, orderedFold } from '@thirty/command-api/testing/backup-files.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { admin } from '@thirty/command-api/testing/people.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { backupImporter } from '@thirty/command-api/history/import/import-backup.ts'

export const now = Date.parse('2026-03-02T08:00:00.000Z')
const clock = () => now
export const file = await backupFile(orderedFold)

/** Opens a log in a new folder. */
export async function openLog(): Promise<EventLog> {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-import-'))
  const log = await openSqliteLog({
    folder,
    onFailure: (error) => {
      throw error
    },
  })
  onTestFinished(async () => {
    await log.close()
    await rm(folder, { recursive: true })
  })
  return log
}

let commandCount = 0

/** The import of a process over a log. */
export function importerOver(
  log: EventLog,
  findExported: () => Promise<string | undefined> = async () => undefined,
) {
  const commands = createCommands({ log, clock })
  const importBackup = backupImporter({
    commands,
    log,
    clock,
    createBoardFold: orderedFold,
    findExported,
    fileSigner: testSigner(1),
  })
  return {
    commands,
    importFile: (
      content: Uint8Array = file,
      onProgress?: (progress: ImportProgress) => void,
      mayBeUnknown = true,
    ) => {
      const command = { id: `0198c0de-0000-7000-8000-${String((commandCount += 1)).padStart(12, '0')}` }
      const open = async function* () {
        for (let start = 0; start < content.length; start += 500) yield content.subarray(start, start + 500)
      }
      return importBackup(
        { open, mayBeUnknown },
        { actor: admin, correlation: 'a-correlation', command },
        onProgress,
      )
    },
  }
}

export const eventsIn = (log: EventLog): Promise<RecordedEvent[]> => collectBatches(log.readAll())

export const append = (log: EventLog, ...events: readonly ChallengeEvent[]) =>
  log.append(
    'challenge',
    events.map(({ type, data }) => createNewEvent(type, data, { at: now, run: 1 })),
    'none',
  )

/** Returns what an import leaves in the log, without ids and positions. */
export const contentOf = (events: readonly RecordedEvent[]) =>
  events.map(({ stream, revision, type, at, data, metadata: { actor, run } }) => ({
    stream,
    revision,
    type,
    at,
    data,
    actor,
    run,
  }))

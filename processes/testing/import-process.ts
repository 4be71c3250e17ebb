import { createReadStream } from 'node:fs'
import { createCommands } from '@thirty/command-api/handle.ts'
import { backupImporter } from '@thirty/command-api/history/import/import-backup.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'

// The process that killed-import.long.spec.ts kills: imports a file into the log of a folder, and prints its progress.

const [folder = '', file = ''] = process.argv.slice(2)

const log = await openSqliteLog({ folder, onFailure: () => process.exit(3) })
const importBackup = backupImporter({
  commands: createCommands({ log, clock: systemClock }),
  log,
  clock: systemClock,
  createBoardFold: boardFold,
  findExported: async () => undefined,
  fileSigner: { fingerprint: '' },
})
const context = { correlation: 'killed-import', command: { id: crypto.randomUUID() } }
const imported = await importBackup(
  { open: () => createReadStream(file), mayBeUnknown: true },
  context,
  ({ step }) => process.stdout.write(`${step}\n`),
)
process.stdout.write(`imported ${imported.backup}\n`)
await log.close()

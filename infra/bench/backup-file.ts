import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCommands } from '@thirty/command-api/handle.ts'
import { backupImporter } from '@thirty/command-api/history/import/import-backup.ts'
import { openBackupFile } from '@thirty/command-api/history/import/uploaded-file.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { testSigner } from '@thirty/infra/testing/portable-file/test-signer.ts'
import { boardFold } from '@thirty/projections/backup-file/board-fold.ts'
import { exportBackup } from '@thirty/projections/backup-file/export-backup.ts'

// node backup-file.ts export|import <folder> <file>: exports run 1 of the log of a folder, or imports a file into the log of a
// folder. Prints events/s, and on stderr the memory above that of the opened log: what it kept after collections of garbage, and
// the highest resident memory, which also has the garbage in between.

const signer = testSigner()
const [command = '', folder = '', file = ''] = process.argv.slice(2)
const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes that are in use after a collection, and bytes of the process. */
function memory() {
  const { rss } = process.memoryUsage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return { kept: heapUsed + external, resident: rss }
}
const idle = memory()
const highest = { ...idle }
const probe = setInterval(() => {
  const { kept, resident } = memory()
  highest.kept = Math.max(highest.kept, kept)
  highest.resident = Math.max(highest.resident, resident)
}, 2_000)

const start = performance.now()
const events = command === 'export' ? await exportRun() : await importFile()
const seconds = (performance.now() - start) / 1000
clearInterval(probe)
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`
console.error(
  `  ${command}: ${events} events in ${seconds.toFixed(1)} s, keeps ${megabytes(highest.kept - idle.kept)} above idle` +
    ` (resident ${megabytes(highest.resident - idle.resident)})`,
)
console.log(events / seconds)
await log.close()

async function exportRun(): Promise<number> {
  let count = 0
  const backup = { name: 'Benchmark', createdAt: new Date(0).toISOString(), of: { run: 1 } }
  const content = exportBackup(backup, {
    log,
    productVersion: '0.0.0',
    signer,
    onProgress: ({ events: done }) => (count = done),
  })
  await pipeline(Readable.from(content), createWriteStream(join(file)))
  return count
}

async function importFile(): Promise<number> {
  const clock = systemClock
  const importBackup = backupImporter({
    commands: createCommands({ log, clock }),
    log,
    clock,
    createBoardFold: boardFold,
    findExported: async () => undefined,
    fileSigner: signer,
  })
  const context = { correlation: 'benchmark', command: { id: crypto.randomUUID() } }
  const imported = await importBackup({ open: () => openBackupFile(file), mayBeUnknown: false }, context)
  return imported.file.events
}

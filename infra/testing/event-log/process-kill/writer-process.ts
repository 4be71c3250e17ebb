import { writeSync } from 'node:fs'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { writerEvent, writerStream, writerCount } from './writer-events.ts'

// The process that process-kill.long.spec.ts kills: appends as fast as it can and prints every acknowledgement.

const [folder = '', round = ''] = process.argv.slice(2)

const log = await openSqliteLog({ folder, onFailure: () => process.exit(3) })
await Promise.all(
  Array.from({ length: writerCount }, (_, writer) => write(writerStream(Number(round), writer))),
)

async function write(stream: string) {
  for (let revision = 0; ; revision++) {
    await log.append(stream, [writerEvent(stream, revision)], revision === 0 ? 'none' : revision - 1)
    print(`${stream} ${revision}\n`)
  }
}

/** Prints synchronously, so that no acknowledgement is lost when the process is killed. Retries while the pipe is full. */
function print(line: string) {
  for (;;) {
    try {
      return writeSync(1, line)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}

import { writeSync } from 'node:fs'
import type { ExpectedRevision } from '@thirty/infra/event-log/event-log.ts'
import type * as sqlite from '@thirty/infra/event-log/sqlite.ts'
import { writerCount, writerEvent, writerStream } from './writer-events.ts'

// A process that appends as fast as it can until it is killed, or a number of times; then it also truncates streams. It prints every
// acknowledgement, so that acknowledgements and disk calls are in one ordered trace.
// writer-process.ts <folder> <round> [appends] [path of a changed sqlite.ts]

const [folder = '', round = '', appends, module = '@thirty/infra/event-log/sqlite.ts'] = process.argv.slice(2)
const { startSqliteLog }: typeof sqlite = await import(module)

const { log, verified } = await startSqliteLog({
  folder,
  onFailure(error) {
    print(`FAILED ${error.message}`)
    process.exit(3)
  },
})
await verified
let left = Number(appends ?? Infinity)
const streams = Array.from({ length: writerCount }, (_, writer) => writerStream(Number(round), writer))
await Promise.all(streams.map(write))
await log.close()

async function write(stream: string) {
  let expected: ExpectedRevision = 'none'
  while (left-- > 0) {
    try {
      const event = writerEvent(stream, expected === 'none' ? 0 : expected + 1)
      const { revision, position } = await log.append(stream, [event], expected)
      expected = revision
      print(`ACK ${stream} ${revision} ${position}`)
      if (appends !== undefined && revision % 37 === 36) await log.truncate(stream, revision - 5)
    } catch (error) {
      print(`REFUSED ${String(error)}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** Prints synchronously, so that no acknowledgement is lost when the process is killed. Retries while the pipe is full. */
function print(line: string) {
  for (;;) {
    try {
      return writeSync(1, `${line}\n`)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}

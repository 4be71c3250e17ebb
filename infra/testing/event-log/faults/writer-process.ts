import { writeSync } from 'node:fs'
import type { ExpectedRevision } from '@thirty/infra/event-log/event-log.ts'
import type * as sqlite from '@thirty/infra/event-log/sqlite.ts'
import { textEvent } from '../port/test-events.ts'

// The process whose disk calls are recorded: four writers append, and now and then a stream is truncated. It prints
// every acknowledged position, so that acknowledgements and disk calls are in one ordered trace.
// writer-process.ts <folder> <appends> [path of a changed sqlite.ts]

const [folder = '', appends = '0', module = '@thirty/infra/event-log/sqlite.ts'] = process.argv.slice(2)
const { openSqliteLog }: typeof sqlite = await import(module)
const writers = 4

const log = await openSqliteLog({
  folder,
  onFailure(error) {
    print(`FAILED ${error.message}`)
    process.exit(3)
  },
})
let left = Number(appends)
await Promise.all(Array.from({ length: writers }, (_, writer) => write(`thing-${writer}`)))
await log.close()
print('CLOSED')

async function write(stream: string) {
  let expected: ExpectedRevision = 'none'
  while (left-- > 0) {
    try {
      const event = textEvent('x'.repeat((left % 5) * 400))
      const { revision, position } = await log.append(stream, [event], expected)
      expected = revision
      print(`ACK ${position}`)
      if (revision % 37 === 36) await log.truncate(stream, revision - 5)
    } catch (error) {
      print(`REFUSED ${String(error)}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

function print(line: string) {
  writeSync(1, `${line}\n`)
}

import { writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'

// The process whose disk calls are recorded: four callers append, one stream is forgotten now and then.
// Every acknowledged position is printed, so that promises and disk calls stand in one ordered record.

const [folder = '', appends = '0'] = process.argv.slice(2)
const callers = 4

const log = await openSqliteLog({
  folder,
  onFailure(error) {
    say(`FAILED ${error.message}`)
    process.exit(3)
  },
})
let left = Number(appends)
await Promise.all(Array.from({ length: callers }, (_, caller) => write(`thing-${caller}`)))
await log.close()
say('CLOSED')

async function write(stream: string) {
  while (left-- > 0) {
    const words = 'x'.repeat((left % 5) * 400)
    const event = {
      id: randomUUID(),
      type: 'ThingSaid',
      version: 1,
      at: '2026-11-20T10:00:00.000Z',
      data: { words },
    }
    try {
      const { revision, position } = await log.append(
        stream,
        [{ ...event, metadata: { correlation: 'c-1' } }],
        'any',
      )
      say(`ACK ${position}`)
      if (revision % 37 === 36) await log.truncate(stream, revision - 5)
    } catch (error) {
      say(`REFUSED ${String(error)}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

function say(line: string) {
  writeSync(1, `${line}\n`)
}

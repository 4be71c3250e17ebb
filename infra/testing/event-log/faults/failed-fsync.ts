import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { collectBatches } from '../port/test-events.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'

// node infra/testing/event-log/faults/failed-fsync.ts [flushes, 60]
// Lets the first, second, third, … fsync of a writing log fail (strace, Linux). The process must end without another
// acknowledgement, and everything it had acknowledged must be there at the next start.

const flushes = Number(process.argv[2] ?? 60)
const count = { failed: 0, endedByItself: 0, acknowledged: 0, lost: 0, acknowledgedAfter: 0 }
for (let flush = 1; flush <= flushes; flush++) await failAt(flush)
console.table([count])
if (count.lost + count.acknowledgedAfter > 0) throw new Error('An acknowledgement was not kept.')
if (count.failed === 0) throw new Error('No flush failed: this program proves nothing.')

async function failAt(flush: number) {
  const folder = await mkdtemp(join(tmpdir(), 'failed-flush-'))
  const inject = [
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync',
    '-e',
    `inject=fsync:error=EIO:when=${flush}`,
  ]
  const writer = [process.execPath, join(import.meta.dirname, 'writer-process.ts'), folder, '120']
  const child = spawn('strace', [...inject, ...writer], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = said.trimEnd().split('\n')
  const failure = lines.findIndex((line) => line.startsWith('FAILED'))
  if (failure >= 0) count.failed++
  else count.endedByItself++
  const acknowledged = lines
    .map((line) => /^ACK (\d+)$/.exec(line)?.[1])
    .filter((position) => position !== undefined)
  count.acknowledged += acknowledged.length
  if (failure >= 0)
    count.acknowledgedAfter += lines.slice(failure).filter((line) => line.startsWith('ACK')).length
  count.lost += await missing(folder, acknowledged.map(BigInt))
  await rm(folder, { recursive: true, force: true })
}

/** How many of the positions the log does not know; those it forgot on demand lie below its head and count as known. */
async function missing(folder: string, acknowledged: readonly bigint[]) {
  const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
  const head = await log.head()
  await collectBatches(log.readAll())
  await log.close()
  return acknowledged.filter((position) => position > head).length
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { collectBatches } from '../port/test-events.ts'
import { openSqliteLog } from '../open-sqlite-log.ts'

// node infra/testing/event-log/faults/failed-fsync.ts [rounds, 60]
// Round n lets the n-th fsync of a writing log fail (needs Linux and strace). The process must end without another
// acknowledgement, and the next start must find everything that was acknowledged.

const rounds = Number(process.argv[2] ?? 60)
const count = { failed: 0, endedByItself: 0, acknowledged: 0, lost: 0, acknowledgedAfter: 0 }
for (let round = 1; round <= rounds; round++) await failFsync(round)
console.table([count])
if (count.lost + count.acknowledgedAfter > 0) throw new Error('An acknowledged event was lost.')
if (count.failed === 0) throw new Error('No fsync failed: this program proves nothing.')

async function failFsync(number: number) {
  const folder = await mkdtemp(join(tmpdir(), 'failed-fsync-'))
  const inject = `inject=fsync:error=EIO:when=${number}`
  const strace = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync', '-e', inject]
  const writer = [process.execPath, join(import.meta.dirname, 'writer-process.ts'), folder, '0', '120']
  const child = spawn('strace', [...strace, ...writer], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = printed.trimEnd().split('\n')
  const failure = lines.findIndex((line) => line.startsWith('FAILED'))
  if (failure >= 0) count.failed++
  else count.endedByItself++
  const acknowledged = lines
    .map((line) => /^ACK .* (\d+)$/.exec(line)?.[1])
    .filter((position) => position !== undefined)
  count.acknowledged += acknowledged.length
  if (failure >= 0)
    count.acknowledgedAfter += lines.slice(failure).filter((line) => line.startsWith('ACK')).length
  count.lost += await countMissing(folder, acknowledged.map(BigInt))
  await rm(folder, { recursive: true, force: true })
}

/** Counts the positions beyond the head of the log. Positions of truncated events are below it. */
async function countMissing(folder: string, acknowledged: readonly bigint[]) {
  const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
  const head = await log.head()
  await collectBatches(log.readAll())
  await log.close()
  return acknowledged.filter((position) => position > head).length
}

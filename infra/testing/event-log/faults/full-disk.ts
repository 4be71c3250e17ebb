import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, textEvent } from '../port/test-events.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'

// node infra/testing/event-log/faults/full-disk.ts [rounds, 5] (needs Linux and root)
// Fills a small disk and frees it again, several times: no acknowledged event may be lost, reads must go on working, and
// writes must work again as soon as there is space.

const rounds = Number(process.argv[2] ?? 5)
const disk = mkdtempSync(join(tmpdir(), 'full-disk-'))
const ballast = join(disk, 'ballast')
const count = { rounds: 0, acknowledged: 0, refused: 0, lost: 0, failures: 0, slowestRecoveryMs: 0 }
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk])
try {
  const log = await open()
  for (; count.rounds < rounds; count.rounds++) await fillAndRecover(log)
  await log.close()
  const reopened = await open()
  await countLost(reopened)
  await reopened.close()
} finally {
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
}
console.table([count])
if (count.lost + count.failures > 0) throw new Error('The log lost events or failed on a full disk.')
if (count.refused === 0) throw new Error('No append was refused: this program proves nothing.')

function open() {
  return openSqliteLog({ folder: join(disk, 'data'), onFailure: () => void count.failures++ })
}

async function fillAndRecover(log: EventLog) {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - 1_500_000))
  while (await append(log)) continue
  for (let more = 0; more < 100; more++) await append(log)
  await countLost(log)
  rmSync(ballast)
  const start = performance.now()
  while (!(await append(log))) continue
  count.slowestRecoveryMs = Math.max(count.slowestRecoveryMs, Math.round(performance.now() - start))
}

async function append(log: EventLog): Promise<boolean> {
  try {
    await appendToEnd(log, 'thing-1', [textEvent('x'.repeat(5000))])
    count.acknowledged++
    return true
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error
    count.refused++
    return false
  }
}

async function countLost(log: EventLog) {
  count.lost += count.acknowledged - (await collectBatches(log.readAll())).length
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { EventLog } from '../../event-log.ts'
import { collectBatches } from '@thirty/infra/testing/event-log/port/test-events.ts'
import {
  writerEvent,
  writerStream,
  writerCount,
} from '@thirty/infra/testing/event-log/faults/writer-events.ts'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'

/** A round for each of `killAfter`. A campaign runs more: KILL_ROUNDS=200. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 9)

/** Acknowledgements after which the process is killed; 0 is shortly after its start. */
const killAfter = [0, 1, 2, 5, 17, 60, 150, 400, 900]

const writerProcess = fileURLToPath(
  import.meta.resolve('@thirty/infra/testing/event-log/faults/writer-process.ts'),
)

test(
  'a process killed under load loses no acknowledged event and stores none twice',
  { timeout: 20_000 + rounds * 8_000 },
  async () => {
    const folder = await temporaryFolder()
    const counts = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      const acknowledged = await writeUntilKilled(folder, round, killAfter[round % killAfter.length] ?? 0)
      // Opening verifies the whole chain.
      const log = await openTestLog(folder)
      for (const [stream, count] of acknowledged) {
        await retryLastAppend(log, stream, count)
        counts.set(stream, count + 1)
      }
      await log.close()
    }
    const log = await openTestLog(folder)
    const stored = await collectBatches(log.readAll())
    expect(stored).toHaveLength([...counts.values()].reduce((sum, count) => sum + count, 0))
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length)
  },
)

/** Returns how many events of each stream were acknowledged. */
async function writeUntilKilled(
  folder: string,
  round: number,
  acknowledgements: number,
): Promise<Map<string, number>> {
  const child = spawn(process.execPath, [writerProcess, folder, `${round}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const acknowledged = new Map(
    Array.from({ length: writerCount }, (_, writer) => [writerStream(round, writer), 0]),
  )
  let received = 0
  if (acknowledgements === 0) setTimeout(() => child.kill('SIGKILL'), 60 + round * 7)
  for await (const line of createInterface(child.stdout)) {
    const [, stream = '', revision = ''] = line.split(' ')
    // The kill may truncate the last line.
    if (revision !== '') acknowledged.set(stream, (acknowledged.get(stream) ?? 0) + 1)
    if (++received === acknowledgements) child.kill('SIGKILL')
  }
  expect(await exited).toEqual([null, 'SIGKILL'])
  return acknowledged
}

/**
 * Expects every acknowledged event, and at most one more, whose acknowledgement did not arrive. Appends that one again,
 * so that it is there in any case.
 */
async function retryLastAppend(log: EventLog, stream: string, acknowledged: number) {
  const stored = await Array.fromAsync(log.read(stream))
  expect([acknowledged, acknowledged + 1]).toContain(stored.length)
  expect(stored.map(({ id }) => id)).toEqual(stored.map((_, revision) => writerEvent(stream, revision).id))
  const expected = acknowledged === 0 ? 'none' : acknowledged - 1
  const { revision } = await log.append(stream, [writerEvent(stream, acknowledged)], expected)
  expect(revision).toBe(acknowledged)
}

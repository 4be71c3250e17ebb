import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { EventLog } from '../../event-log.ts'
import { collectBatches, collect } from '@thirty/infra/testing/event-log/port/test-events.ts'
import {
  writerEvent,
  writerStream,
  writerCount,
} from '@thirty/infra/testing/event-log/process-kill/writer-events.ts'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'

const rounds = 30

/** Answers after which the process is killed; 0 is at its start. */
const mercies = [0, 1, 2, 5, 17, 60, 150, 400, 900]

test(
  'a process killed under load loses nothing that was acknowledged, and doubles nothing',
  { timeout: 240_000 },
  async () => {
    const folder = await temporaryFolder()
    const settled = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      const promised = await writeUntilKilled(folder, round, mercies[round % mercies.length] ?? 0)
      // Opening verifies the whole chain.
      const log = await openTestLog(folder)
      await Promise.all(
        [...promised].map(async ([stream, count]) => settled.set(stream, await settle(log, stream, count))),
      )
      await log.close()
    }
    const log = await openTestLog(folder)
    const stored = await collectBatches(log.readAll())
    expect(stored).toHaveLength([...settled.values()].reduce((sum, count) => sum + count, 0))
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length)
  },
)

/** How many events of each stream were acknowledged. */
async function writeUntilKilled(folder: string, round: number, mercy: number): Promise<Map<string, number>> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../../../testing/event-log/process-kill/writer-process.ts'),
      folder,
      `${round}`,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  const promised = new Map(
    Array.from({ length: writerCount }, (_, writer) => [writerStream(round, writer), 0]),
  )
  let answers = 0
  if (mercy === 0) setTimeout(() => child.kill('SIGKILL'), 60 + round * 7)
  for await (const line of createInterface(child.stdout)) {
    const [stream = '', revision = ''] = line.split(' ')
    // A line that the kill cut short says nothing.
    if (revision !== '') promised.set(stream, (promised.get(stream) ?? 0) + 1)
    if (++answers === mercy) child.kill('SIGKILL')
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
  return promised
}

/** What was promised is there, and at most one more; to try that one again settles it. Returns how many there are now. */
async function settle(log: EventLog, stream: string, promised: number) {
  const stored = await collect(log.read(stream))
  expect([promised, promised + 1]).toContain(stored.length)
  expect(stored.map(({ id }) => id)).toEqual(stored.map((_, revision) => writerEvent(stream, revision).id))
  const again = await log.append(
    stream,
    [writerEvent(stream, promised)],
    promised === 0 ? 'none' : promised - 1,
  )
  expect(again.revision).toBe(promised)
  return promised + 1
}

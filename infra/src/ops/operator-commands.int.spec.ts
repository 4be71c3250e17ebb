import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { createTemporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import type { RecordedEvent } from '../event-log/event-log.ts'
import { openSqliteLog } from '../event-log/sqlite.ts'
import { runOperatorCommand } from './operator-commands.ts'

let folder = ''
beforeEach(async () => {
  folder = await createTemporaryFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const now = '2026-03-02T08:00:00.000Z'
const flagRaised = (number: number) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  type: 'FlagRaised',
  version: 1,
  at: now,
  data: { number, text: 'a flag that waves over the harbour' },
  metadata: { correlation: 'spec' },
})

const redact = (event: RecordedEvent): RecordedEvent => ({ ...event, metadata: { correlation: 'redacted' } })

async function store(...numbers: number[]): Promise<void> {
  const log = await openSqliteLog({ folder, onFailure: () => undefined })
  for (const number of numbers) await appendToEnd(log, 'harbour', [flagRaised(number)])
  await log.close()
}

async function run(commandArguments: string[], end = new AbortController()) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await runOperatorCommand(commandArguments, {
    folder,
    clock: () => Date.parse(now),
    print,
    redact,
    signal: end.signal,
  })
  return { code, text: lines.join('\n') }
}

test('reports an intact log', async () => {
  await store(1, 2, 3)
  expect(await run(['log', 'verify'])).toEqual({
    code: 0,
    text: expect.stringContaining('All 3 events are intact'),
  })
  expect((await run(['log', 'accept'])).text).toContain('nothing was changed')
})

test('reports a damaged log, and gives up its lost events on request', async () => {
  await store(1, 2, 3)
  await damageEvent()
  const verified = await run(['log', 'verify'])
  expect(verified.code).toBe(1)
  expect(verified.text).toContain('log accept')
  expect((await run(['log', 'accept'])).text).toContain('Given up')
  expect((await run(['log', 'verify'])).code).toBe(0)
  await store(4)
})

test('backs up a log in use, and the copy works as a log', async () => {
  await store(1, 2)
  const log = await openSqliteLog({ folder, onFailure: () => undefined })
  await appendToEnd(log, 'harbour', [flagRaised(3)])
  const target = join(folder, 'backup')
  expect(await run(['log', 'backup', target])).toEqual({
    code: 0,
    text: expect.stringMatching(/^Copied and verified 3 events up to position 3 into .*backup\./),
  })
  await appendToEnd(log, 'harbour', [flagRaised(4)])
  await log.close()

  const restored = await openSqliteLog({ folder: target, onFailure: () => undefined })
  const numbers: unknown[] = []
  for await (const { data } of restored.read('harbour')) numbers.push(data)
  expect(numbers).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }])
  await restored.append('harbour', [flagRaised(5)], 2)
  await restored.close()
})

test('backs up a log during constant writes', async () => {
  await store(1)
  const log = await openSqliteLog({ folder, onFailure: () => undefined })
  const target = join(folder, 'backup')
  const writing = Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      log.append(`harbour-${index}`, [flagRaised(index + 2)], 'none'),
    ),
  )
  await appendToEnd(log, 'harbour', [flagRaised(1_000)])
  expect((await run(['log', 'backup', target])).code).toBe(0)
  await writing
  await log.close()
  expect((await run(['log', 'verify'])).code).toBe(0)
  const copy = await openSqliteLog({ folder: target, onFailure: () => undefined })
  expect(await copy.head()).toBeGreaterThan(0n)
  await copy.close()
})

test('refuses to overwrite a log, and to copy a damaged one', async () => {
  await store(1, 2, 3)
  await store(4)
  await expect(run(['log', 'backup', folder])).rejects.toThrow('There is an event log in')
  await damageEvent()
  const target = join(folder, 'backup')
  await expect(run(['log', 'backup', target])).rejects.toThrow(
    'The event log is damaged, so it was not copied',
  )
  expect(await readdir(target)).toEqual([])
})

test('a backup contains no erased data', async () => {
  const log = await openSqliteLog({ folder, onFailure: () => undefined })
  await log.append('harbour', [{ ...flagRaised(1), data: { text: 'Ana Ruiz, 12 Quay Street' } }], 'none')
  await log.append('beach', [flagRaised(2)], 'none')
  await log.remove('harbour')
  await log.close()
  const target = join(folder, 'backup')
  await run(['log', 'backup', target])
  expect((await readFile(join(target, 'events.db'))).includes('Quay Street')).toBe(false)
})

test('follows events as they arrive, until it is stopped', async () => {
  await store(1, 2)
  const end = new AbortController()
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    if (lines.length === 2) end.abort()
  }
  await runOperatorCommand(['events'], { folder, clock: () => 0, print, redact, signal: end.signal })
  expect(lines.map((line) => JSON.parse(line).data.number)).toEqual([1, 2])
})

test.each([
  [['events'], 'redacted'],
  [['events', '1'], 'redacted'],
  [['events', '--with-personal-data'], 'spec'],
  [['events', '1', '--with-personal-data'], 'spec'],
])('%j shows events %s', async (commandArguments, correlation) => {
  await store(1, 2)
  const end = new AbortController()
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    end.abort()
  }
  await runOperatorCommand(commandArguments, { folder, clock: () => 0, print, redact, signal: end.signal })
  expect(JSON.parse(lines[0] ?? '').metadata).toEqual({ correlation })
})

test('explains what to do without a log and for an unknown command', async () => {
  expect(await run(['log', 'verify'])).toEqual({ code: 1, text: expect.stringContaining('DATA_DIR') })
  expect((await run(['events', 'all'])).code).toBe(2)
  expect(await run(['dance'])).toEqual({ code: 2, text: expect.stringContaining('npm run ops') })
})

/** Changes a character of a stored event, as a failing disk would. */
async function damageEvent(): Promise<void> {
  const file = await open(join(folder, 'events.db'), 'r+')
  const content = await file.readFile()
  const offset = content.indexOf('over the harbour')
  await file.write(Buffer.from('O'), 0, 1, offset)
  await file.close()
}

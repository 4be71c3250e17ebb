import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { runInShell } from '../../testing/operator-shell.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

const now = '2026-03-02T08:00:00.000Z'
const flagRaised = (number: number) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  type: 'FlagRaised',
  version: 1,
  at: now,
  data: { number, text: 'a flag that waves over the harbour' },
  metadata: { correlation: 'spec' },
})

async function store(...numbers: number[]): Promise<void> {
  const log = await openTestLog(folder)
  for (const number of numbers) await appendToEnd(log, 'harbour', [flagRaised(number)])
  await log.close()
}

const run = (commandArguments: string[]) => runInShell(commandArguments, { folder })

test('reports an intact log', async () => {
  await store(1, 2, 3)
  expect(await run(['log', 'verify'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('All 3 events are intact'),
  })
  expect(await run(['log', 'verify', '--json'])).toMatchObject({
    code: 0,
    text: '{"success":true,"events":3,"head":"3"}',
  })
  expect((await run(['log', 'accept'])).text).toContain('nothing was changed')
})

test('reports a damaged log, and gives up its lost events on request', async () => {
  await store(1, 2, 3)
  await damageEvent()
  const verified = await run(['log', 'verify'])
  expect(verified.code).toBe(1)
  expect(verified.text).toContain('log accept')
  expect(await run(['log', 'backup', 'backup'])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('The event log is damaged, so it was not copied'),
  })
  const { lost } = JSON.parse((await run(['log', 'verify', '--json'])).text)
  expect(lost).toHaveLength(1)
  expect((await run(['log', 'accept'])).text).toContain('Given up')
  expect((await run(['log', 'verify'])).code).toBe(0)
  await store(4)
})

test('backs up a log in use, and the copy works as a log', async () => {
  await store(1, 2)
  const log = await openTestLog(folder)
  await appendToEnd(log, 'harbour', [flagRaised(3)])
  const target = join(folder, 'backup')
  expect((await run(['log', 'backup', folder])).notes).toContain('There is already an event log in')
  expect(await run(['log', 'backup', 'backup'])).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^Copied and verified 3 events up to position 3 into .*backup\./),
  })
  await appendToEnd(log, 'harbour', [flagRaised(4)])
  await log.close()

  const restored = await openTestLog(target)
  expect(await Array.fromAsync(restored.read('harbour'))).toMatchObject(
    [1, 2, 3].map((number) => ({ data: { number } })),
  )
  await restored.append('harbour', [flagRaised(5)], 2)
  await restored.close()
})

test('a backup contains no erased data', async () => {
  const log = await openTestLog(folder)
  await log.append('harbour', [{ ...flagRaised(1), data: { text: 'Ana Ruiz, 12 Quay Street' } }], 'none')
  await log.append('beach', [flagRaised(2)], 'none')
  await log.remove('harbour')
  await log.close()
  const target = join(folder, 'backup')
  await run(['log', 'backup', target])
  expect((await readFile(join(target, 'events.db'))).includes('Quay Street')).toBe(false)
})

test('follows events as they arrive, until it is stopped, or shows those after a position', async () => {
  await store(1, 2)
  const end = new AbortController()
  const numbers: number[] = []
  const following = runInShell(['events'], {
    folder,
    signal: end.signal,
    onPrint: (line) => {
      numbers.push(JSON.parse(line).data.number)
      if (numbers.length === 3) end.abort()
    },
  })
  await expect.poll(() => numbers).toEqual([1, 2])
  await store(3)
  expect((await following).code).toBe(0)
  expect(numbers).toEqual([1, 2, 3])
  const { text } = await run(['events', '1', '--once'])
  expect(text.split('\n').map((line) => JSON.parse(line).data.number)).toEqual([2, 3])
})

test.each([
  [[], '[redacted]'],
  [['--with-personal-data'], 'Ana Ruiz'],
])('events with %j show a name as %s', async (flags, name) => {
  const log = await openTestLog(folder)
  const registered = { ...flagRaised(1), type: 'UserRegistered', data: { fullName: 'Ana Ruiz' } }
  await log.append('user-1', [registered], 'none')
  await log.close()
  const { text } = await run(['events', '--once', ...flags])
  expect(JSON.parse(text).data).toEqual({ fullName: name })
})

test('explains what to do without a log and for wrong use', async () => {
  expect(await run(['log', 'verify'])).toMatchObject({ code: 1, notes: expect.stringContaining('DATA_DIR') })
  expect(await run(['log', 'verify', '--json'])).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^\{"success":false,"message":".*DATA_DIR/),
  })
  expect((await run(['events', 'all'])).code).toBe(2)
  expect((await run(['log'])).code).toBe(2)
  expect((await run([])).code).toBe(2)
  expect(await run(['dance'])).toMatchObject({ code: 2, notes: expect.stringContaining('--help') })
  expect(await run(['--help'])).toMatchObject({ code: 0, text: expect.stringContaining('npm run ops --') })
})

/** Changes a character of a stored event, as a failing disk would. */
async function damageEvent(): Promise<void> {
  const file = await open(join(folder, 'events.db'), 'r+')
  const content = await file.readFile()
  const offset = content.indexOf('over the harbour')
  await file.write(Buffer.from('O'), 0, 1, offset)
  await file.close()
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { textEvent, textsIn } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { changeDatabase, openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { runInShell } from '../../testing/operator-shell.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

async function store(...texts: string[]): Promise<void> {
  const log = await openTestLog(folder)
  for (const text of texts) await appendToEnd(log, 'harbour', [textEvent(text)])
  await log.close()
}

const run = (commandArguments: string[]) => runInShell(commandArguments, { folder })

test('reports an intact log', async () => {
  await store('a', 'b', 'c')
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
  await store('a', 'b', 'c')
  changeDatabase(folder, 'UPDATE events SET record = replace(record, \'"b"\', \'"x"\')')
  const text = expect.stringContaining('log accept')
  expect(await run(['log', 'verify'])).toMatchObject({ code: 1, text })
  expect(await run(['log', 'backup', 'backup'])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('The event log is damaged, so it was not copied'),
  })
  const { lost } = JSON.parse((await run(['log', 'verify', '--json'])).text)
  expect(lost).toHaveLength(1)
  expect((await run(['log', 'accept'])).text).toContain('Given up')
  expect((await run(['log', 'verify'])).code).toBe(0)
  await store('d')
})

test('backs up a log in use, and the copy works as a log', async () => {
  await store('a', 'b')
  const log = await openTestLog(folder)
  await appendToEnd(log, 'harbour', [textEvent('c')])
  const target = join(folder, 'backup')
  expect((await run(['log', 'backup', folder])).notes).toContain('There is already an event log in')
  expect(await run(['log', 'backup', 'backup'])).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^Copied and verified 3 events up to position 3 into .*backup\./),
  })
  await appendToEnd(log, 'harbour', [textEvent('d')])
  await log.close()

  const restored = await openTestLog(target)
  expect(await textsIn(restored, 'harbour')).toEqual(['a', 'b', 'c'])
  await restored.append('harbour', [textEvent('e')], 2)
})

test('a backup contains no erased data', async () => {
  const log = await openTestLog(folder)
  await log.append('harbour', [textEvent('Ana Ruiz, 12 Quay Street')], 'none')
  await log.append('beach', [textEvent('b')], 'none')
  await log.remove('harbour')
  await log.close()
  const target = join(folder, 'backup')
  await run(['log', 'backup', target])
  expect((await readFile(join(target, 'events.db'))).includes('Quay Street')).toBe(false)
})

test('follows events as they arrive, until it is stopped, or shows those after a position', async () => {
  await store('a', 'b')
  const end = new AbortController()
  const positions: string[] = []
  const following = runInShell(['events'], {
    folder,
    signal: end.signal,
    onPrint: (line) => {
      if (positions.push(JSON.parse(line).position) === 3) end.abort()
    },
  })
  await expect.poll(() => positions).toEqual(['1', '2'])
  await store('c')
  expect((await following).code).toBe(0)
  expect(positions).toEqual(['1', '2', '3'])
  const { text } = await run(['events', '1', '--once'])
  expect(text.split('\n').map((line) => JSON.parse(line).position)).toEqual(['2', '3'])
})

test('shows no event more once it is stopped', async () => {
  await store('a', 'b')
  const end = new AbortController()
  const { text } = await runInShell(['events'], { folder, signal: end.signal, onPrint: () => end.abort() })
  expect(JSON.parse(text)).toMatchObject({ position: '1' })
})

test.each([
  [[], '[redacted]'],
  [['--with-personal-data'], 'Ana Ruiz'],
])('events with %j show a name as %s', async (flags, name) => {
  const log = await openTestLog(folder)
  const registered = { ...textEvent(''), type: 'UserRegistered', data: { fullName: 'Ana Ruiz' } }
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
  for (const wrong of [['events', 'all'], ['log'], []]) expect((await run(wrong)).code).toBe(2)
  expect(await run(['dance'])).toMatchObject({ code: 2, notes: expect.stringContaining('--help') })
  expect(await run(['--help'])).toMatchObject({ code: 0, text: expect.stringContaining('npm run ops --') })
})

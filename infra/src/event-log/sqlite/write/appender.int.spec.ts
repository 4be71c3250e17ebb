import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MessageChannel } from 'node:worker_threads'
import { textEvent } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openForWriting } from '../database.ts'
import { encodeEvent } from '../stored-event.ts'
import { streamStates } from './appender.ts'
import type { WriterRequest, WriterResponse } from './writer-messages.ts'
import { openWriter } from './writer.ts'

/** States with room for two streams, and a function that stores the next event of a stream. */
async function setUp() {
  const db = openForWriting(join(await temporaryFolder(), 'events.db'))
  onTestFinished(() => db.close())
  const states = streamStates(db, { maxStreams: 2 })
  const insert = db.prepare('INSERT INTO events (position, stream, revision, hash) VALUES (?, ?, ?, ?)')
  let position = -1
  const store = (name: string) => {
    const state = states.find(name)
    if (!state.isStored) states.add(name, state)
    insert.run(++position, state.id, ++state.revision, '')
  }
  return { states, store }
}

test('a stream that has to make room for others continues at its last revision', async () => {
  const { states, store } = await setUp()
  for (const name of ['a', 'a', 'b', 'c', 'd', 'a', 'b']) store(name)
  const known = ['a', 'b', 'c', 'd', 'e'].map((name) => [name, states.find(name)] as const)
  expect(known.map(([name, { revision, isStored }]) => [name, revision, isStored])).toEqual([
    ['a', 2, true],
    ['b', 1, true],
    ['c', 0, true],
    ['d', 0, true],
    ['e', -1, false],
  ])
  expect(new Set(known.map(([, { id }]) => id)).size).toBe(5)
})

test('after an unknown error every append that waits is refused, and the files stay as they are, also at the end', async () => {
  const folder = await temporaryFolder()
  const { port1, port2 } = new MessageChannel()
  const answers: WriterResponse[] = []
  port1.on('message', (answer: WriterResponse) => answers.push(answer))
  const send = (...messages: WriterRequest[]) => messages.forEach((message) => port1.postMessage(message))
  const append = (name: string): WriterRequest => ({
    kind: 'append',
    count: 1,
    appends: [`thing-${name}`, -1, 1, encodeEvent(textEvent(name))],
  })
  openWriter(folder, port2)
  send(append('a'))
  await expect.poll(() => answers.at(-1)?.kind).toBe('appended')
  using other = new DatabaseSync(join(folder, 'events.db'))
  other.exec("INSERT INTO events VALUES (3, 99, 0, '{}', 'x')")
  const files = () =>
    Promise.all(['events.db', 'events.db-wal'].map((name) => readFile(join(folder, name), 'latin1')))
  const before = await files()
  send(append('b'), append('c'), { kind: 'close' })
  await expect.poll(() => answers.at(-1)?.kind).toBe('closed')
  const refused = { kind: 'unavailable', count: 1, reason: expect.any(String) }
  expect(answers.slice(3)).toEqual([
    refused,
    refused,
    { kind: 'failed', reason: expect.any(String) },
    { kind: 'closed' },
  ])
  expect(await files()).toEqual(before)
})

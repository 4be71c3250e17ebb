import { join } from 'node:path'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openForWriting } from '../database.ts'
import { streamStates } from './appender.ts'

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

import { expect, test } from 'vitest'
import { accountProcesses } from '@thirty/command-api/testing/account-processes.ts'
import { testNames } from '@thirty/command-api/testing/test-names.ts'
import { eraseName } from './reserve-names.ts'

const name = testNames.username('ana')

/** A log that keeps the last event of a truncated stream, as EventStoreDB does. */
function sharedLog() {
  const { memory, processOver } = accountProcesses()
  const beginnings = new Map<string, number>()
  const read = (stream: string) => memory.log.read(stream, beginnings.get(stream))
  const truncate = async (stream: string, before: number) => {
    const last = memory.inStream(stream).at(-1)?.revision ?? 0
    beginnings.set(stream, Math.min(before, last))
  }
  return {
    deps: processOver({ ...memory.log, read, truncate }),
    left: async (stream: string) =>
      (await Array.fromAsync(read(stream))).map(({ type, data, metadata }) => [type, data, metadata.actor]),
    append: (stream: string, ...events: [type: string, data: object, actor: string][]) => {
      for (const [type, data, actor] of events) {
        const id = crypto.randomUUID()
        const metadata = { actor, correlation: 'spec' }
        memory.store(stream, [{ id, type, version: 1, at: '2026-03-02T08:00:00.000Z', data, metadata }])
      }
    },
  }
}

test('the remaining events of a reservation, also of an older release, do not identify the user', async () => {
  const { deps, left, append } = sharedLog()
  append(name.stream, ['Reserved', { user: 'ana' }, 'ana'])
  append(name.olderStream, ['Reserved', { user: 'ana' }, 'ana'], ['Released', {}, 'ana'])
  for (const _repeated of [1, 2]) {
    await eraseName(deps, name, 'ana')
    for (const stream of [name.stream, name.olderStream])
      expect(await left(stream)).toEqual([['Released', {}, undefined]])
  }
})

test('the reservation of another user stays', async () => {
  const { deps, left, append } = sharedLog()
  const ofBen = ['Reserved', { user: 'ben' }, 'ben'] as [string, object, string]
  append(name.stream, ['Reserved', { user: 'ana' }, 'ana'], ['Released', {}, 'ana'], ofBen)
  await eraseName(deps, name, 'ana')
  expect(await left(name.stream)).toEqual([ofBen])
  expect(await left(name.olderStream)).toEqual([])
})

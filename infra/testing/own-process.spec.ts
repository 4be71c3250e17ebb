import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsOwnProcess, specsWithOwnProcess } from './own-process.ts'

test.each([
  ["vi.mock('node:fs', () => ({}))", true],
  ["vi.unmock('@node-rs/argon2')", true],
  ["import { heapInUse } from '@thirty/infra/testing/heap.ts'", true],
  ["// @vitest-environment happy-dom\nvi.mock('socket.io-client', () => fake)", false],
  ["// @vitest-environment happy-dom\nimport { heapInUse } from '../testing/heap.ts'", true],
  ['const before = process.memoryUsage().rss', true],
  ["vi.spyOn(process, 'exit')", false],
])('of %j a process of its own is needed: %s', (source, isNeeded) => {
  expect(needsOwnProcess(source)).toBe(isNeeded)
})

test('finds the specs in all packages that replace modules or measure memory', () => {
  const found = specsWithOwnProcess(join(import.meta.dirname, '../..'))
  expect(found).toEqual(
    expect.arrayContaining([
      'infra/src/config/startup-durability.int.spec.ts',
      'projections/src/past-boards-memory.int.spec.ts',
    ]),
  )
})

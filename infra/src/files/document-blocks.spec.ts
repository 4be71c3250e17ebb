import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StoredBlock } from './block-file.ts'
import {
  decodeDocuments,
  encodeDocuments,
  StoredDocument,
  type IdentifiedDocument,
} from './document-blocks.ts'

/** Writes documents and reads them back, as a file would. */
async function roundTrip(documents: Iterable<IdentifiedDocument>) {
  const stored: StoredBlock[] = []
  for await (const block of encodeDocuments(documents))
    stored.push(
      block instanceof StoredBlock ? block : new StoredBlock(block.name, zstdCompressSync(block.data)),
    )
  const found: StoredDocument[] = []
  for await (const slice of decodeDocuments({ stored }, (block, index) => new StoredDocument(block, index)))
    found.push(...slice)
  return { stored, found }
}

const longText = 'text '.repeat(1_000)
const documents = Array.from({ length: 30 }, (_, index) => ({
  id: `d${index}`,
  document: { index, longText },
}))

/** By id, because copied blocks come first. */
const contentOf = (found: readonly IdentifiedDocument[]) =>
  Object.fromEntries(found.map(({ id, document }) => [id, document]))

test('returns what was written', async () => {
  const { found, stored } = await roundTrip(documents)
  expect(found.map(({ id, document }) => ({ id, document }))).toEqual(documents)
  expect(stored.map(({ name }) => name)).toEqual([...Array.from({ length: 5 }, () => 'documents'), 'ids'])
  expect((await roundTrip([])).found).toEqual([])
})

test('parses the block of a document when it is first read, and no other one', async () => {
  const { found } = await roundTrip(documents)
  const isUntouched = () => new Set(found.map(({ block }) => block).filter((block) => block.untouched)).size
  expect(isUntouched()).toBe(5)
  const first = found[0]?.document
  expect(first).toEqual(documents[0]?.document)
  expect(found[0]?.document).toBe(first)
  expect(isUntouched()).toBe(4)
})

test('copies blocks that nobody has read', async () => {
  const { found, stored } = await roundTrip(documents)
  void found[0]?.document
  const again = await roundTrip(found)
  expect(again.stored.filter((block) => stored.includes(block))).toHaveLength(4)
  expect(contentOf(again.found)).toEqual(contentOf(documents))
})

test('any documents that are read, replaced and removed are the same after each of several saves', async () => {
  const change = fc.record({
    id: fc.integer({ min: 0, max: 40 }).map((index) => `d${index}`),
    to: fc.oneof(fc.constant('read'), fc.constant('removed'), fc.record({ text: fc.string() })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 4 }), async (saves) => {
      const model = new Map<string, unknown>(documents.map(({ id, document }) => [id, document]))
      let live = new Map<string, IdentifiedDocument>(documents.map((each) => [each.id, each]))
      for (const changes of saves) {
        for (const { id, to } of changes) {
          void live.get(id)?.document
          if (to === 'removed') live.delete(id)
          else if (typeof to === 'object') live.set(id, { id, document: to })
          if (to === 'removed') model.delete(id)
          else if (typeof to === 'object') model.set(id, to)
        }
        live = new Map((await roundTrip(live.values())).found.map((each) => [each.id, each]))
      }
      expect(contentOf([...live.values()])).toEqual(Object.fromEntries(model))
    }),
    { numRuns: 50 },
  )
})

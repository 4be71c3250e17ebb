import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'

type Opened = {
  documents: PersonalDocuments
  /** Opens the same store again, as another process does. */
  reopen: () => PersonalDocuments
  /** Returns all bytes of the store as text. */
  content: () => Promise<string>
  close?: () => Promise<void>
}

const count = (document: unknown): number =>
  typeof document === 'object' && document !== null && 'count' in document ? Number(document.count) : 0

/** Tests the contract of `PersonalDocuments`. `open` returns a new, empty store. */
export function personalDocumentsSpec(name: string, open: () => Promise<Opened>): void {
  describe(`personal documents in ${name}`, () => {
    let opened: Opened
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(async () => {
      await opened.documents.close()
      await opened.close?.()
    })

    test('returns a document as it was stored, also to another process', async () => {
      const { documents, reopen } = opened
      const document = { text: 'Grüße \u0000 "مرحبا" 🎉', list: [1, null] }
      await documents.change('ada', 'notes', () => document)
      expect(await documents.load('ada', 'notes')).toEqual(document)
      const other = reopen()
      expect(await other.load('ada', 'notes')).toEqual(document)
      await other.close()
    })

    test('keeps the documents of owners and collections apart', async () => {
      const { documents } = opened
      await documents.change('ada', 'notes', () => ({ count: 1 }))
      await documents.change('ada', 'lists', () => ({ count: 2 }))
      await documents.change('bob', 'notes', () => ({ count: 3 }))
      await documents.removeAll('ada')
      expect(await documents.load('ada', 'notes')).toBeUndefined()
      expect(await documents.load('ada', 'lists')).toBeUndefined()
      expect(await documents.load('bob', 'notes')).toEqual({ count: 3 })
    })

    test('a change without a result removes the document', async () => {
      const { documents } = opened
      await documents.change('ada', 'notes', () => ({ count: 1 }))
      await documents.change('ada', 'notes', () => undefined)
      await documents.change('ada', 'notes', () => undefined)
      expect(await documents.load('ada', 'notes')).toBeUndefined()
    })

    test('changes at the same time, of several processes, are all kept', async () => {
      const { documents, reopen } = opened
      const other = reopen()
      const increment = (document: unknown) => ({ count: count(document) + 1 })
      await Promise.all(
        [documents, other].flatMap((store) =>
          Array.from({ length: 5 }, () => store.change('ada', 'notes', increment)),
        ),
      )
      expect(await documents.load('ada', 'notes')).toEqual({ count: 10 })
      await other.close()
    })

    test('a change that throws leaves the document as it was', async () => {
      const { documents } = opened
      await documents.change('ada', 'notes', () => ({ count: 1 }))
      const failing = documents.change('ada', 'notes', () => {
        throw new Error('Too large.')
      })
      await expect(failing).rejects.toThrow('Too large.')
      await documents.change('ada', 'notes', (document) => ({ count: count(document) + 1 }))
      expect(await documents.load('ada', 'notes')).toEqual({ count: 2 })
    })

    test('nothing is left of an owner after the removal', async () => {
      const { documents, content } = opened
      for (const text of ['windmill one', 'windmill two'])
        await documents.change('zelda-17', 'notes', () => ({ text }))
      expect(await content()).toContain('windmill two')
      await documents.removeAll('zelda-17')
      await documents.removeAll('zelda-17')
      expect(await content()).not.toMatch(/windmill|zelda-17/)
    })

    test('nothing is left of a text that was removed by a change, a few seconds later', async () => {
      const { documents, content } = opened
      await documents.change('zelda-18', 'notes', () => ['windmill one', 'windmill two'])
      await documents.change('zelda-18', 'notes', () => ['windmill two'])
      await expect.poll(content, { timeout: 5_000 }).not.toContain('windmill one')
      await documents.change('zelda-18', 'notes', () => undefined)
      await expect.poll(content, { timeout: 5_000 }).not.toMatch(/windmill|zelda-18/)
    })
  })
}

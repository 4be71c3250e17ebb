import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { expect, test } from 'vitest'
import { personalDocumentsIn } from './personal-documents.ts'

test('the documents of an owner end 180 days after the last change of one of them', async () => {
  const { store, time } = await temporaryEntries()
  const documents = personalDocumentsIn(store)
  const halfYear = 180 * 24 * 60 * 60_000
  await documents.change('ada', 'drafts', () => 'draft')
  time.now += halfYear - 1
  expect(await documents.load('ada', 'drafts')).toBe('draft')
  await documents.change('ada', 'bookmarks', () => 'bookmark')
  time.now += halfYear - 1
  expect(await documents.load('ada', 'drafts')).toBe('draft')
  time.now += 1
  expect(await documents.load('ada', 'drafts')).toBeUndefined()
  expect(await documents.load('ada', 'bookmarks')).toBeUndefined()
})

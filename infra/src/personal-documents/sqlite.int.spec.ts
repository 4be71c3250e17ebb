import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { personalDocumentsSpec } from '@thirty/infra/testing/personal-documents/personal-documents-port.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { sqlitePersonalDocuments } from './sqlite.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-personal-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function contentOf(folder: string): Promise<string> {
  const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'))
  return (await Promise.all(files)).join('\n')
}

personalDocumentsSpec('a database file', async () => {
  const { folder, remove } = await newFolder()
  const documents = sqlitePersonalDocuments(folder)
  return {
    documents,
    reopen: () => sqlitePersonalDocuments(folder),
    content: () => contentOf(folder),
    close: remove,
  }
})

/** Opens documents with a note of Ada, and the same file as another program. */
async function openTwice() {
  const { folder, remove } = await newFolder()
  onTestFinished(remove)
  const documents = sqlitePersonalDocuments(folder)
  onTestFinished(() => documents.close())
  await documents.change('ada', 'notes', () => ({ text: 'windmill' }))
  const other = new DatabaseSync(join(folder, 'personal.db'), { timeout: 0 })
  onTestFinished(() => {
    if (other.isOpen) other.close()
  })
  return { folder, documents, other }
}

test('removed text leaves the files when another program has read to the end', async () => {
  const { folder, documents, other } = await openTwice()
  other.exec('BEGIN')
  other.prepare('SELECT * FROM documents').all()
  await documents.change('bob', 'notes', () => ({ text: 'longer than before' }))
  await documents.removeAll('ada')
  expect(await contentOf(folder)).toContain('windmill')
  other.exec('COMMIT')
  await expect.poll(() => contentOf(folder), { timeout: 5_000 }).not.toContain('windmill')
})

test('text that a killed process had removed leaves the files with the next start', async () => {
  const { folder, documents, other } = await openTwice()
  // The second connection keeps the write-ahead log when the first one closes.
  other.exec('BEGIN')
  other.prepare('SELECT * FROM documents').all()
  await documents.change('ada', 'notes', () => undefined)
  await documents.close()
  other.exec('COMMIT')
  expect(await contentOf(folder)).toContain('windmill')
  const next = sqlitePersonalDocuments(folder)
  expect(await contentOf(folder)).not.toContain('windmill')
  await next.close()
})

test('a lock of another program is an outage, which ends with it', async () => {
  const { documents, other } = await openTwice()
  other.exec('BEGIN IMMEDIATE')
  await expect(documents.change('ada', 'notes', () => undefined)).rejects.toThrow(StoreUnavailable)
  await expect(documents.removeAll('ada')).rejects.toThrow(StoreUnavailable)
  other.exec('COMMIT')
  await documents.change('ada', 'notes', (document) => [document])
  expect(await documents.load('ada', 'notes')).toEqual([{ text: 'windmill' }])
})

test('a locked file stops the start, and is not called damaged', async () => {
  const { folder, documents, other } = await openTwice()
  await documents.close()
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
  expect(() => sqlitePersonalDocuments(folder)).toThrow('DATA_DIR: personal.db is locked by another program')
})

test('only the owner of the process can read the files', async () => {
  const { folder, remove } = await newFolder()
  onTestFinished(remove)
  const documents = sqlitePersonalDocuments(folder)
  await documents.change('ada', 'notes', () => ({ text: 'Mine' }))
  const names = await readdir(folder)
  expect(names).toContain('personal.db-wal')
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  await documents.close()
})

test('a damaged file stops the start with a sentence for the operator', async () => {
  const { folder, remove } = await newFolder()
  onTestFinished(remove)
  await writeFile(join(folder, 'personal.db'), 'not a database, but more than a hundred bytes '.repeat(9))
  expect(() => sqlitePersonalDocuments(folder)).toThrow(
    'DATA_DIR has a damaged personal.db; restore it, or remove it for an empty one.',
  )
})

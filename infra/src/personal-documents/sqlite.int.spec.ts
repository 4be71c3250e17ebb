import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { personalDocumentsSpec } from '@thirty/infra/testing/personal-documents/personal-documents-port.ts'
import { sqlitePersonalDocuments } from './sqlite.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-personal-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

personalDocumentsSpec('a database file', async () => {
  const { folder, remove } = await newFolder()
  const content = async () => {
    const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'))
    return (await Promise.all(files)).join('\n')
  }
  const documents = sqlitePersonalDocuments(folder)
  return { documents, reopen: () => sqlitePersonalDocuments(folder), content, close: remove }
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
    'DATA_DIR holds a damaged personal.db; restore it, or remove it for an empty one.',
  )
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { movePersonalDocuments } from './move.ts'
import { redisPersonalDocuments } from './redis.ts'
import { sqlitePersonalDocuments } from './sqlite.ts'

/** A folder with documents of Ada and Bob, and a Redis. */
async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-personal-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const before = sqlitePersonalDocuments(folder)
  await before.change('ada', 'notes', () => ({ text: 'of Ada' }))
  await before.change('ada', 'lists', () => [1, 2])
  await before.change('bob', 'notes', () => ({ text: 'of Bob' }))
  await before.close()
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  const documents = redisPersonalDocuments(redis.url, () => undefined)
  onTestFinished(() => documents.close())
  return { folder, redis, documents }
}

test('all documents of a file are in Redis afterwards, and the file is gone', async () => {
  const { folder, documents } = await setUp()
  await documents.change('bob', 'notes', () => ({ text: 'written later' }))
  expect(await movePersonalDocuments(folder, documents)).toEqual({ moved: 2, dropped: 1 })
  expect(await documents.load('ada', 'notes')).toEqual({ text: 'of Ada' })
  expect(await documents.load('ada', 'lists')).toEqual([1, 2])
  expect(await documents.load('bob', 'notes')).toEqual({ text: 'written later' })
  expect(await readdir(folder)).toEqual([])
  expect(await movePersonalDocuments(folder, documents)).toEqual({ moved: 0, dropped: 0 })
  expect(await readdir(folder)).toEqual([])
})

test('while Redis is away nothing is lost, and the next call continues', async () => {
  const { folder, redis, documents } = await setUp()
  await redis.kill()
  await expect(movePersonalDocuments(folder, documents)).rejects.toThrow(StoreUnavailable)
  await redis.restart()
  const moving = () => movePersonalDocuments(folder, documents).catch(String)
  await expect.poll(moving, { timeout: 8_000 }).toEqual({ moved: 3, dropped: 0 })
  expect(await documents.load('bob', 'notes')).toEqual({ text: 'of Bob' })
})

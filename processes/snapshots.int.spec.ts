import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readParts } from '@thirty/infra/read-models/memory/snapshot-file.ts'
import { expect, onTestFinished, test } from 'vitest'
import { password, startTestProduct, type Person } from './testing/product.ts'

test('a start restores the read models, reads the rest from the log, and a deleted person leaves no trace', async () => {
  let product = await startTestProduct()
  onTestFinished(() => product.close())
  const { folder } = product
  const restart = async () => {
    await product.stop()
    product = await startTestProduct({}, folder)
  }
  const board = async (person: Person) => {
    const shown = await product.send<object>(person, 'GET /api/leaderboard/leaderboard')
    return { ...shown, asOf: '', epoch: '' }
  }
  const snapshots = join(folder, 'snapshots', 'read-models')
  /** The content of all snapshots. */
  const saved = async (): Promise<string> => {
    const files = await Promise.all(
      (await readdir(snapshots)).map((name) => readParts(join(snapshots, name))),
    )
    return files.flatMap((parts = []) => parts.map((part) => JSON.stringify(part.read()))).join('\n')
  }
  const [ada, bob] = [await product.participant(), await product.participant()]
  const before = await board(ada)
  await restart()
  expect(await saved()).toContain(ada.email)
  expect(await board(ada)).toEqual(before)

  await product.send(ada, 'DELETE /api/auth/account', { password })
  await expect.poll(saved, { timeout: 10_000 }).not.toContain(ada.username)
  await restart()
  expect(await saved()).toContain(bob.email)
  expect(await saved()).not.toContain(ada.username)
})

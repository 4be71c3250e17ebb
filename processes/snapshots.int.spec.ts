import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { HistoryStatus, ResetResponse } from '@thirty/contracts/backups/api.ts'
import { readPart, readParts } from '@thirty/infra/read-models/memory/saved-read-model.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, test } from 'vitest'
import { password } from './testing/fixtures.ts'
import { productForEach, restart, type Person } from './testing/product.ts'

const product = productForEach()
const snapshotFolder = () => join(product.folder, 'snapshots')
const boardOf = (person: Person) => product.send<BoardResponse>(person, 'GET /api/leaderboard/leaderboard')

test('a start restores the read models, reads the rest from the log, and a deleted person leaves no trace', async () => {
  const board = async (person: Person) => ({ ...(await boardOf(person)), asOf: '', epoch: '' })
  /** The content of all snapshots. */
  const saved = async (): Promise<string> => {
    const snapshots = join(snapshotFolder(), 'read-models')
    const files = await Promise.all(
      (await readdir(snapshots)).map((name) => readParts(join(snapshots, name))),
    )
    return files.flatMap((parts = []) => parts.map((part) => JSON.stringify(readPart(part)))).join('\n')
  }
  const [ada, bob] = [await product.participant(), await product.participant()]
  const before = await board(ada)
  await restart(product)
  expect(await saved()).toContain(ada.email)
  expect(await board(ada)).toEqual(before)

  await product.send(ada, 'DELETE /api/auth/account', { password })
  await expect.poll(saved, { timeout: 10_000 }).not.toContain(ada.username)
  await restart(product)
  expect(await saved()).toContain(bob.email)
  expect(await saved()).not.toContain(ada.username)
})

test('a start with snapshots from before a reset shows the new run, and one from before a restore the restored run', async () => {
  const kept = await temporaryFolder()
  const [admin, ana] = [await product.admin(), await product.participant()]
  const snapshots = snapshotFolder()
  const keep = () => restart(product, () => cp(snapshots, kept, { recursive: true }))
  /** As if the process had been killed: what it knows since is in the log only. */
  const startWithKept = () =>
    restart(product, async () => {
      await rm(snapshots, { recursive: true })
      await cp(kept, snapshots, { recursive: true })
    })
  /** The shown run and the number of projects of the leader. Expects that every read model is right. */
  const shown = async () => {
    const { shownRun: run, state } = await product.send<HistoryStatus>(admin, 'GET /api/admin/history')
    const checked = (await product.core.selfCheck?.check({ heals: false })) ?? []
    expect(checked).toHaveLength(product.core.models.shownProjections().length)
    expect(checked.flatMap(({ differences }) => differences)).toEqual([])
    return { run, state, projects: (await boardOf(ana)).data[0]?.projectsSubmitted }
  }

  for (const day of [1, 2]) await product.submitProject(ana, day)
  await keep()
  expect(await shown()).toEqual({ run: 1, state: 'shown', projects: 2 })
  const { backupId } = await product.send<ResetResponse>(admin, 'POST /api/admin/reset-with-backup')
  await product.submitProject(ana, 5)
  await startWithKept()
  expect(await shown()).toEqual({ run: 2, state: 'shown', projects: 1 })
  // The run has its own snapshots now.
  await keep()
  expect(await shown()).toEqual({ run: 2, state: 'shown', projects: 1 })
  await product.send(admin, `POST /api/admin/restore-backup/${backupId}`)
  await product.submitProject(ana, 3)
  await startWithKept()
  expect(await shown()).toEqual({ run: 3, state: 'shown', projects: 3 })
})

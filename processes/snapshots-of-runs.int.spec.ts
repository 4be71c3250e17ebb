import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { HistoryStatus, ResetResponse, RestoreResponse } from '@thirty/contracts/backups/api.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startTestProduct } from './testing/product.ts'
import { submitProject } from './testing/scenario.ts'

test('a start with snapshots from before a reset shows the new run, and one from before a restore the restored run', async () => {
  const [folder, saved] = [await temporaryFolder(), await temporaryFolder()]
  let product = await startTestProduct({}, folder)
  onTestFinished(() => product.close())
  const [admin, ana] = [await product.admin(), await product.participant()]
  const snapshots = join(folder, 'snapshots')
  const restart = async (change?: () => Promise<void>) => {
    await product.stop()
    await change?.()
    product = await startTestProduct({}, folder)
  }
  const keep = () => restart(() => cp(snapshots, saved, { recursive: true }))
  /** As if the process had been killed: what it knows since is in the log only. */
  const startWithKept = () =>
    restart(async () => {
      await rm(snapshots, { recursive: true })
      await cp(saved, snapshots, { recursive: true })
    })
  /** The shown run and the number of projects of the leader. Expects that every read model is right. */
  const shown = async () => {
    const { shownRun, state } = await product.send<HistoryStatus>(admin, 'GET /api/admin/history')
    const { data } = await product.send<BoardResponse>(ana, 'GET /api/leaderboard/leaderboard')
    const checked = (await product.core.selfCheck?.check({ heals: false })) ?? []
    expect(checked).toHaveLength(product.core.models.shownProjections().length)
    expect(checked.flatMap(({ differences }) => differences)).toEqual([])
    return { run: shownRun, state, projects: data[0]?.projectsSubmitted }
  }

  await submitProject(product, ana, 1)
  await submitProject(product, ana, 2)
  await keep()
  expect(await shown()).toEqual({ run: 1, state: 'shown', projects: 2 })
  const { backupId } = await product.send<ResetResponse>(admin, 'POST /api/admin/reset-with-backup')
  await submitProject(product, ana, 5)
  await startWithKept()
  expect(await shown()).toEqual({ run: 2, state: 'shown', projects: 1 })
  // The run has snapshots of its own now.
  await keep()
  expect(await shown()).toEqual({ run: 2, state: 'shown', projects: 1 })
  await product.send<RestoreResponse>(admin, `POST /api/admin/restore-backup/${backupId}`)
  await submitProject(product, ana, 3)
  await startWithKept()
  expect(await shown()).toEqual({ run: 3, state: 'shown', projects: 3 })
})

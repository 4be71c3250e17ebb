import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { HistoryStatus, ResetResponse, RestoreResponse } from '@thirty/contracts/api/admin/backups.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'
import { submitProject } from './testing/scenario.ts'

// The tests start a product with embedded stores several times.
vi.setConfig({ testTimeout: 60_000 })

type Started = { product: TestProduct; admin: Person; ana: Person }

/** An installation with two people, whose process can be restarted with the snapshots of an earlier moment. */
async function createInstallation() {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-snapshots-'))
  const saved = await mkdtemp(join(tmpdir(), 'thirty-saved-'))
  const snapshots = join(folder, 'snapshots')
  const first = await startTestProduct({}, folder)
  let started: Started = { product: first, admin: await first.admin(), ana: await first.participant() }
  onTestFinished(async () => {
    await started.product.close()
    await rm(saved, { recursive: true, force: true })
  })

  /** Restarts the process; `change` runs while it is down. */
  const restart = async (change: () => Promise<void> = async () => undefined) => {
    await started.product.stop()
    await change()
    started = { ...started, product: await startTestProduct({}, folder) }
  }
  const send = async <Body>(by: Person, method: string, path: string): Promise<Body> => {
    const { status, json, text } = await started.product.ask({ method, path, token: by.token })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    // Safe: the schemas of the responses define this type; other specs check them.
    return json as Body
  }
  return {
    restart,
    /** Restarts the process, and keeps a copy of the snapshots that it saved when it ended. */
    restartAndKeep: () =>
      restart(async () => {
        expect(await readdir(join(snapshots, 'read-models'))).not.toEqual([])
        await cp(snapshots, saved, { recursive: true })
      }),
    /** Restarts the process as if it had never saved anything since. */
    restartWithKept: () =>
      restart(async () => {
        await rm(snapshots, { recursive: true })
        await cp(saved, snapshots, { recursive: true })
      }),
    submit: (day: number) => submitProject(started.product, started.ana, day),
    reset: () => send<ResetResponse>(started.admin, 'POST', '/api/admin/reset-with-backup'),
    restore: (backup: string) =>
      send<RestoreResponse>(started.admin, 'POST', `/api/admin/restore-backup/${backup}`),
    /** Returns the shown run and the number of projects of the leader, and expects that every read model is right. */
    shown: async () => {
      const { core } = started.product
      const { shownRun, state } = await send<HistoryStatus>(started.admin, 'GET', '/api/admin/history')
      const { data } = await send<BoardResponse>(started.ana, 'GET', '/api/leaderboard/leaderboard')
      const checked = (await core.selfCheck?.check({ heals: false })) ?? []
      expect(checked.map(({ readModel }) => readModel.name).toSorted()).toEqual(
        core.models
          .shownProjections()
          .map(({ projection }) => projection.name)
          .toSorted(),
      )
      expect(checked.flatMap(({ differences }) => differences)).toEqual([])
      return { run: shownRun, state, projects: data[0]?.projectsSubmitted }
    },
  }
}

test('a start with snapshots from before a reset shows the new run', async () => {
  const { submit, reset, shown, restart, restartAndKeep, restartWithKept } = await createInstallation()
  await submit(1)
  await submit(2)
  await restartAndKeep()
  expect(await shown()).toEqual({ run: 1, state: 'shown', projects: 2 })
  const { run } = await reset()
  await submit(5)
  await restartWithKept()
  expect(await shown()).toEqual({ run, state: 'shown', projects: 1 })
  // The run has snapshots of its own now.
  await restart()
  expect(await shown()).toEqual({ run, state: 'shown', projects: 1 })
})

test('a restored run continues from its backup, whatever run the snapshots are of', async () => {
  const { submit, reset, restore, shown, restart, restartAndKeep, restartWithKept } =
    await createInstallation()
  await submit(1)
  await submit(2)
  const { backupId } = await reset()
  await submit(1)
  await restartAndKeep()
  expect(await shown()).toEqual({ run: 2, state: 'shown', projects: 1 })
  const first = await restore(backupId)
  await submit(3)
  expect(await shown()).toEqual({ run: 3, state: 'shown', projects: 3 })
  // As if the process had been killed: what it knows of the restored run is in the log only.
  await restartWithKept()
  expect(await shown()).toEqual({ run: 3, state: 'shown', projects: 3 })
  const second = await restore(first.safetyBackupId)
  await restart()
  expect(await shown()).toEqual({ run: second.run, state: 'shown', projects: 1 })
})

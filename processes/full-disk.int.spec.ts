import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { healthResponse } from '@thirty/contracts/operations/health-api.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { productOfTest, restart } from './testing/product.ts'

// The tests start a whole product.
vi.setConfig({ testTimeout: 120_000 })

/** Mounts a small disk; undefined where this user may not. `fill` leaves no byte of it free. */
function smallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-small-disk-'))
  const options = ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]
  const { status } = spawnSync('mount', options, { stdio: 'ignore' })
  const remove = () => {
    if (status === 0) execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  if (status !== 0) return remove()
  const ballast = join(folder, 'ballast')
  return {
    folder,
    remove,
    fill: () => {
      for (let size = 1 << 20; size >= 4096; size >>= 1)
        while (statfsSync(folder).bavail * statfsSync(folder).bsize >= size)
          writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
    },
    free: () => rmSync(ballast),
  }
}

const isPossible = (() => {
  const disk = process.platform === 'linux' ? smallDisk() : undefined
  disk?.remove()
  return disk !== undefined
})()

test.runIf(isPossible)(
  'a full disk is named by readiness and health, and a start with space again has all there was',
  async () => {
    const disk = smallDisk()
    if (!disk) throw new Error('The disk could not be mounted.')
    onTestFinished(disk.remove)
    const product = await productOfTest({}, join(disk.folder, 'data'))
    const admin = await product.admin()
    const readiness = async () => {
      await product.core.health.check()
      return product.answer(admin, 'GET /readyz')
    }
    const degraded = (reason: unknown) => ({ status: 200, json: { status: 'degraded', reasons: [reason] } })
    const save = async (title: string) => {
      const body = { kind: 'feedback', title: title.trim(), text: title.repeat(50) }
      return (await product.answer(admin, 'POST /api/admin/saved-texts', body)).status
    }
    expect(await readiness()).toMatchObject({ status: 200, json: { status: 'ready' } })

    disk.fill()
    expect(await readiness()).toMatchObject(degraded(expect.stringMatching(/^The disk of .* is full/)))
    const statuses = new Set<number>()
    for (let tries = 0; tries < 40 && !statuses.has(503); tries += 1)
      statuses.add(await save(`Text ${tries} `))
    for (let tries = 0; tries < 3; tries += 1) expect(await save('Once more ')).toBe(503)
    const refusal = 'The disk is full; nothing was stored.'
    expect(await readiness()).toMatchObject(degraded(`Commands are refused: ${refusal}`))
    const { processes } = healthResponse.parse(await product.send(admin, 'GET /api/admin/health'))
    expect(processes[0]?.storage).toEqual({ freeBytes: expect.any(Number), refusal })
    // It stops without an error, and starts again with all it has.
    await restart(product, disk.free)
    await product.send(admin, 'GET /api/auth/me')
  },
)

import { openAsBlob } from 'node:fs'
import { mkdtempDisposable, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupFileType } from '@thirty/contracts/backup-file/file-limits.ts'
import { importResponse } from '@thirty/contracts/api/admin/backups.ts'
import { historyEndpoints } from '@thirty/contracts/endpoints/history.ts'
import { progressType } from '@thirty/contracts/endpoints/progress.ts'
import { z } from 'zod'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { exportRunOne } from './load/backup-file.ts'
import { operatorHeaders, startProduct } from './server/product.ts'

/**
 * Memory of a server that imports a file with `size` events: the most that was resident, minus what is resident when it idles
 * before. Yardstick: the budget of 200 MB, whatever the size.
 */
export const benchmark: Benchmark = {
  name: 'import-memory',
  goal: { ratio: 1, better: 'lower' },
  unit: 'MB',
  sizes: [100_000, 1_000_000],
  setUp,
}

const importOutcome = z.object({ body: importResponse })

const budget = 200
const megabyte = 1024 ** 2

async function setUp(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-import-memory-')))
  const [file, target] = [join(folder.path, 'backup.gz'), join(folder.path, 'target')]
  await exportRunOne(folder.path, { size, file })
  const resources = stack.move()
  return {
    measure: async () => {
      await rm(target, { recursive: true, force: true })
      return importedInto(target, file)
    },
    yardstick: async () => budget,
    close: () => resources.disposeAsync(),
  }
}

/** Imports a file into a new installation. Returns the megabytes that it needed. */
async function importedInto(folder: string, file: string): Promise<number> {
  await using product = await startProduct(folder)
  const idle = (await product.memory()).resident
  const { method, path } = historyEndpoints.import
  const response = await fetch(product.address + path, {
    method,
    // With progress, the client does not give up before the response begins.
    headers: { ...operatorHeaders(), 'content-type': backupFileType, accept: progressType },
    body: await openAsBlob(file),
  })
  const outcome: unknown = JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '')
  const { verification } = importOutcome.parse(outcome).body
  const { peak, resident } = await product.memory()
  const above = (bytes: number) => Math.round((bytes - idle) / megabyte)
  console.error(
    `  ${verification.events} events: ${above(peak)} MB above idle, ${above(resident)} MB afterwards`,
  )
  return (peak - idle) / megabyte
}

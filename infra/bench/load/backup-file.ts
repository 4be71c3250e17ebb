import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runForFigure } from '../server/server-process.ts'
import { seedReplayLog } from './replay-log.ts'

/** Exports a history of about `size` events to a file. `folder` is used for its log meanwhile. */
export async function exportRunOne(
  folder: string,
  { size, file }: { size: number; file: string },
): Promise<void> {
  const origin = join(folder, 'origin')
  await seedReplayLog(origin, size)
  await runForFigure(join(import.meta.dirname, '..', 'backup-file.ts'), 'export', origin, file)
  await rm(origin, { recursive: true })
}

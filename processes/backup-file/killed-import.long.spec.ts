import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { backupFile, fileProject } from '@thirty/command-api/testing/backup-files.ts'
import { personId } from '@thirty/command-api/testing/people.ts'
import { readImportedRun } from '@thirty/command-api/history/import/imported-run.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'
import { expect, onTestFinished, test } from 'vitest'
import { verifyFile } from './verify.ts'

const program = join(import.meta.dirname, '../testing/import-process.ts')
const participants = 300

const history = Array.from({ length: participants }, (_, number) => fileProject(personId(number), 1)).flatMap(
  (project, number) => [
    project.submitted(),
    project.approved(),
    project.rated(),
    ...Array.from({ length: 10 }, (_unused, other) =>
      project.liked(personId((number + other + 1) % participants)),
    ),
  ],
)

/** Runs an import, and kills it some milliseconds after it has begun a step. Returns the last line that it printed. */
async function importUntil(
  args: readonly string[],
  killed?: { step: string; afterMs: number },
): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let [text, isKilled] = ['', false]
  child.stdout.on('data', (chunk) => {
    text += String(chunk)
    if (killed === undefined || isKilled || !text.includes(killed.step)) return
    isKilled = true
    void pause(killed.afterMs).then(() => child.kill('SIGKILL'))
  })
  await ended
  return text.trimEnd().split('\n').at(-1) ?? ''
}

/** Where each import is killed, in this order; the delays differ from round to round. */
const killedSteps = [
  ['verifying', 0],
  ['appending', 0],
  ['appending', 20],
  ['appending', 60],
  ['appending', 150],
  ['checking', 0],
] as const

/** A campaign kills more often: IMPORT_KILLS=200. */
const rounds = Math.ceil(Number(process.env['IMPORT_KILLS'] ?? killedSteps.length) / killedSteps.length)

test.for(Array.from({ length: rounds }, (_, round) => round))(
  'an import that is killed again and again is completed by the same file, and nothing is doubled (round %d)',
  { timeout: 120_000 },
  async (round) => {
    const folder = await mkdtemp(join(tmpdir(), 'thirty-killed-import-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'backup.gz')
    await writeFile(file, await backupFile(boardFold, history))
    const log = join(folder, 'log')
    for (const [index, [step, afterMs]] of killedSteps.entries())
      await importUntil([log, file], { step, afterMs: afterMs + ((round * (7 + index)) % 60) })
    expect(await importUntil([log, file])).toMatch(/^imported [0-9a-f-]{36}$/)
    const opened = await openSqliteLog({ folder: log, onFailure: () => undefined })
    const types: string[] = []
    for await (const event of opened.read('challenge')) types.push(event.type)
    expect(types).toEqual(['BackupImportStarted', 'BackupImported'])
    const report = await verifyFile(file)
    const run = await readImportedRun(
      { run: 2, position: -1n },
      { log: opened, createBoardFold: boardFold, period: [], onProgress: () => undefined },
    )
    expect(report).toMatchObject({ isIntact: true, digest: run.digest, events: run.events })
    expect(run.events).toBe(history.length)
    await opened.close()
  },
)

import { systemClock } from '@thirty/infra/scheduler.ts'
import type { ShellContext } from '../ops/shell-context.ts'
import { runShell } from '../ops/shell.ts'
import { secrets } from './fixtures.ts'

export type ShellRun = { code: number; text: string; notes: string; progress: readonly string[] }

type ShellOptions = {
  /** The data folder. */
  folder: string
  environment?: Record<string, string>
  signal?: AbortSignal
  /** Receives each printed line at once. */
  onPrint?: (line: string) => void
}

/** Runs a command of the operator's shell in this process. */
export async function runInShell(args: readonly string[], options: ShellOptions): Promise<ShellRun> {
  const { folder, environment, signal = new AbortController().signal, onPrint } = options
  const lines: string[] = []
  const notes: string[] = []
  const progress: string[] = []
  const context: ShellContext = {
    environment: { DATA_DIR: folder, PUBLIC_URL: 'http://thirty.test', ...secrets, ...environment },
    workingDirectory: folder,
    clock: systemClock,
    print: (line) => {
      lines.push(line)
      onPrint?.(line)
    },
    note: (line) => void notes.push(line),
    showProgress: (text) => void progress.push(text),
    signal,
  }
  const code = await runShell(args, context)
  return { code, text: lines.join('\n'), notes: notes.join('\n'), progress }
}

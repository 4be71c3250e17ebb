import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '@thirty/infra/testing/listening.ts'
import { describe, expect, test, vi, type TestContext } from 'vitest'
import { runToEnd } from '../e2e/support/program.ts'

// Several processes start at the same time.
vi.setConfig({ testTimeout: 120_000, maxConcurrency: 4 })

const secret = '9f86d081884c7d659a2feaa0c55ad015'

type Cleanup = Pick<TestContext, 'onTestFinished'>

/** Runs the product with these settings and arguments until it exits. Returns its exit code, its output and the files that it leaves. */
async function startWith({ onTestFinished }: Cleanup, env: Record<string, string>, ...args: string[]) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'thirty-start-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const PATH = process.env['PATH']
  const ended = await runToEnd(['main.ts', ...args], { PATH, DATA_DIR, PORT: '0', ...env })
  return { ...ended, files: readdirSync(DATA_DIR) }
}

/** Runs in a process: names the files of clients of Redis that it has loaded when it ends. They would delay when each process listens. */
const namesLoadedClients = `import { createRequire } from 'node:module'
const { cache } = createRequire(process.execPath)
process.on('exit', () => Object.keys(cache).filter((file) => /redis/.test(file)).forEach((file) => console.log(file)))`

describe.concurrent('start', () => {
  test.for<[Record<string, string>, string, ...string[]]>([
    [
      { ROLE: 'web' },
      'EVENTSTORE_URL must be set when ROLE is web.\nREDIS_URL must be set when ROLE is web.\n',
    ],
    [{ SMTP_URL: `http://me:${secret}@mail` }, 'SMTP_URL must be an address such as smtps://'],
    [{ PORT: 'eighty' }, 'PORT must be a port'],
    [{ EVENTSTORE_URL: `http://me:${secret}@log` }, 'EVENTSTORE_URL must be an address that starts with'],
    [
      { NODE_ENV: 'production', EVENTSTORE_URL: 'esdb://admin:changeit@log' },
      'EVENTSTORE_URL must not hold a password that everybody knows, in production.\n',
    ],
    // Only a process with every role creates demo data.
    [
      { ROLE: 'web', EVENTSTORE_URL: 'esdb://localhost:1', REDIS_URL: 'redis://localhost:1' },
      'ROLE must be all for --demo, which creates its people in one process.\n',
      '--demo',
    ],
  ])('the start fails with one sentence for the settings %j', async ([env, sentence, ...args], context) => {
    const { code, printed } = await startWith(context, env, ...args)
    expect(code, `It printed:\n${printed}`).toBe(1)
    expect(printed.startsWith(sentence)).toBe(true)
    expect(printed).not.toMatch(/\n\s+at |9f86d081/)
  })

  test('a start that is refused because its port is in use leaves no key behind, and names the variable; no client of Redis is loaded', async (context) => {
    const other = createServer()
    context.onTestFinished(() => void other.close())
    const port = await listen(other)
    const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(namesLoadedClients)}"`
    expect(await startWith(context, { PORT: String(port), HOST: '127.0.0.1', NODE_OPTIONS })).toEqual({
      code: 1,
      printed: `PORT ${port} is in use on 127.0.0.1: stop the other program, or set PORT to another one.\n`,
      files: [],
    })
  })

  test.for([
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://thirty.example' },
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://192.168.1.7:3000' },
  ])('a demo, whose owner has a published password, is not made with %j', async (env, context) => {
    expect(await startWith(context, env, '--demo')).toEqual({
      code: 1,
      printed: expect.stringMatching(/^--demo creates an owner with a published password.*\n$/),
      files: [],
    })
  })
})

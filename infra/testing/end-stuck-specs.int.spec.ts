import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { node, packageScript, root } from '../../scripts/child-process.mjs'

const specs = {
  'blocked.spec.ts': `
    import { test } from 'vitest'
    test('works', () => {})
    test('never ends', () => { while (true); })`,
  'loading.spec.ts': `
    import { test } from 'vitest'
    setInterval(() => {}, 1_000)
    await new Promise(() => {})
    test('never begins', () => {})`,
  'waiting.spec.ts': `
    import { test } from 'vitest'
    test('never ends', async () => {
      await new Promise(() => {})
    }, 600_000)`,
  'fine.spec.ts': `
    import { expect, test } from 'vitest'
    test('works', () => expect(1).toBe(1))`,
}

let folder: string
beforeAll(() => {
  // Inside the checkout, where the specs find Vitest.
  mkdirSync(join(root, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(root, 'test-results/stuck-'))
  for (const [name, text] of Object.entries(specs)) writeFileSync(join(folder, name), text)
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import EndStuckSpecs from '${join(import.meta.dirname, 'end-stuck-specs.ts')}'
     export default { test: { maxWorkers: 4, reporters: ['default', new EndStuckSpecs({ silence: 4_000, report: '${folder}/report.json' })] } }`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

test('specs that block their thread or never finish loading are ended and named', async () => {
  const child = spawn(node, [packageScript('vitest'), 'run', '--root', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code).toBe(1)
  expect(output).toContain('waiting.spec.ts: runs never ends')
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual({
    files: ['blocked.spec.ts', 'loading.spec.ts', 'waiting.spec.ts'].map(
      (name) => `${relative(root, folder)}/${name}`,
    ),
    hasOtherErrors: false,
  })
}, 60_000)
